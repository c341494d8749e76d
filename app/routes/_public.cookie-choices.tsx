import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { readSmallForm } from "~/pages/read-small-form";
import { cookieChoices } from "~/reference/pages/cookie-choices";
import type { Label } from "~/reference/pages/page-content";
import { cookieChoice, cookieChoiceHeader, cookieChoiceOf } from "~/session/cookie-choice";
import { refusal } from "~/session/refusal";
import { CookieChoices } from "~/views/public/cookie-choices";
import { publicMeta } from "~/views/public/public-page";

const NO_ANSWER = "That was neither Accept nor Refuse. Go back and press one of the two.";

export function loader({ request }: LoaderFunctionArgs) {
  return { choice: cookieChoiceOf(request) };
}

/** Stores the answer in a cookie and returns to the page that asked. */
export async function action({ request }: ActionFunctionArgs) {
  const { fields, to } = await readSmallForm(request, "/cookie-choices");
  const choice = cookieChoice(fields.get("cookies"));
  if (!choice) throw refusal(400, NO_ANSWER);
  return redirect(to, { headers: { "Set-Cookie": cookieChoiceHeader(choice, request.url) } });
}

export const meta = publicMeta(cookieChoices, "cookie-policy");

export default function Choices() {
  const { choice } = useLoaderData<typeof loader>();
  return <CookieChoices choice={choice} label={useOutletContext<Label>()} />;
}
