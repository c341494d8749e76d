import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { NO_ID } from "./own-submission-page.server";

export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireArtist(request, context, "read");
  throw refusal(400, NO_ID);
}
