import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { termsSummary } from "~/domain/artists/agreement/terms";
import { labelOf } from "~/platform/label";

export const loader = ({ context }: LoaderFunctionArgs) => ({
  ...labelOf(context),
  agreement: termsSummary,
});
