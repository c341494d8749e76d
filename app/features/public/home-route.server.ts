import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readTeam } from "~/platform/team-setting";
import { homePicture } from "~/reference/pages/page-pictures";
import { showShelf } from "./release/public-pages.server";

export async function loader({ context }: LoaderFunctionArgs) {
  const { LISTENERS } = context.settings;
  const [sizes, shelf] = await Promise.all([
    context.pictures.sizes(),
    // The page is there without the database, too.
    showShelf(context).catch(context.scope.logFailure),
  ]);
  return {
    picture: sizes.get(homePicture.name),
    shelf,
    team: LISTENERS ? readTeam(LISTENERS) : undefined,
  };
}
