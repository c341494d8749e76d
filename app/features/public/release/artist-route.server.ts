import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { showArtist } from "./public-pages.server";

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  showArtist(context, params.artistId);
