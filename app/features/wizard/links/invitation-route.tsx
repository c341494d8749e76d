import { useLoaderData } from "@remix-run/react";
import { titled, UNLISTED } from "~/ui/page-title";
import { InvalidInvitation } from "./invalid-link";
import type { loader } from "./invitation-route.server";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

export const meta = titled("Your invitation", UNLISTED);

export default function OpenInvitation() {
  const { why } = useLoaderData<typeof loader>();
  return <InvalidInvitation reason={why} hasDraft={false} />;
}
