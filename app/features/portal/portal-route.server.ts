import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { memberBar } from "~/session/member.server";
import { requireArtist } from "~/session/require-artist";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireArtist(request, context, "read");
  return { member: await memberBar(request, context) };
}
