import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { showRelease } from "./public-pages.server";

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  showRelease(context, params.submissionId);
