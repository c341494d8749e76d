import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { homePicture } from "~/reference/pages/page-pictures";

export async function loader({ context }: LoaderFunctionArgs) {
  return { picture: (await context.pictures.sizes()).get(homePicture.name) };
}
