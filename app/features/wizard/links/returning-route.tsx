import { useLoaderData } from "@remix-run/react";
import { titled, UNLISTED } from "~/ui/page-title";
import { InvalidReturningLink } from "./invalid-link";
import type { loader } from "./returning-route.server";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Your link", UNLISTED);

export default function OpenReturningLink() {
  const { why } = useLoaderData<typeof loader>();
  return <InvalidReturningLink reason={why} hasDraft={false} />;
}
