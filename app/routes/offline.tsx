import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { offlinePage } from "~/features/wizard/offline/offline-page.server";

/** Shown offline where the page asked for is not cached. */
export const loader = ({ context }: LoaderFunctionArgs) => offlinePage(context);
