import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { storeLinkToken } from "./link-page.server";

/** Moves the token out of the address; only an invalid link is shown here. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return storeLinkToken(request, context, "returning", params.token);
}
