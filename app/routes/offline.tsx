import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { offlinePage } from "~/pages/wizard/offline-page.server";

/** What a device is shown without a line, where nothing that it keeps is what was asked for. */
export const loader = ({ context }: LoaderFunctionArgs) => offlinePage(context);
