import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { termsSummary } from "~/domain/artists/agreement/terms";
import { aboutPath, labelOf } from "~/platform/label";
import { NO_PAGE, refusal } from "~/session/refusal";
import { showCatalogue } from "./release/public-pages.server";

/** The label's own page lives here because its address depends on the settings; anything else is not found. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  if (`/${params["*"]}` !== aboutPath(context.settings)) throw refusal(404, NO_PAGE);
  return { ...labelOf(context), agreement: termsSummary, ...(await showCatalogue(context)) };
}

export function action() {
  throw refusal(404, NO_PAGE);
}
