import { useLoaderData, useOutletContext } from "@remix-run/react";
import { cookieChoices } from "~/reference/pages/cookie-choices";
import type { Label } from "~/reference/pages/page-content";
import { CookieChoices } from "./cookie-choices";
import type { loader } from "./cookie-choices-route.server";
import { publicMeta } from "./public-page";

export const meta = publicMeta(cookieChoices, "cookie-policy");

export default function Choices() {
  const { choice } = useLoaderData<typeof loader>();
  return <CookieChoices choice={choice} label={useOutletContext<Label>()} />;
}
