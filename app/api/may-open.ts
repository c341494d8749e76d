import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { judgeFileLink } from "~/platform/file-link";
import { linkKeysOf } from "~/platform/link-keys";
import { isPerson, plainPage } from "~/platform/plain-page";
import { readDraft } from "~/session/require-draft.server";
import { isOfArtist } from "~/submission/record/artist-releases.server";
import { linksValidFrom } from "~/submission/record/link-endings.server";
import { refuse } from "./replies";
import { NOT_FOUND } from "./stored-reply";

const WHERE_NOW =
  "Open the file by the link on the submission's board item, or ask whoever sent you this one for a new link.";
const ENDED = `This link has ended. ${WHERE_NOW}`;
const UNKNOWN = `This link isn't complete, or the key that signed it is no longer in use. ${WHERE_NOW}`;

const TITLES = {
  403: "This link doesn't work",
  404: "We can't find that file",
  410: "This link has ended",
};

/** A page for whoever followed a link, JSON for a program. */
function refuseLink(
  request: IRequestStrict,
  { settings }: Pick<Portal, "settings">,
  status: 403 | 404 | 410,
  text: string,
): Response {
  if (!isPerson(request)) return refuse(status, text);
  const { SUPPORT_EMAIL: supportEmail, BRAND_NAME: brand } = settings;
  const page = { title: TITLES[status], text, supportEmail, brand };
  return plainPage(status, { ...page, state: status === 410 ? "over" : "missing" });
}

async function mayOpen(
  request: IRequestStrict,
  portal: Portal,
  { link, draftId }: { link: Awaited<ReturnType<typeof judgeFileLink>>; draftId: string },
): Promise<boolean> {
  const { db, scope } = portal;
  if ((await scope.principal()).kind === "staff") return true;
  if (link.is === "signed" && link.issued >= (await linksValidFrom(db, { draftId }))) return true;
  const draft = await readDraft(request, portal);
  if (typeof draft === "object" && draft.id === draftId) return true;
  const artist = await scope.artist();
  return artist !== undefined && (await isOfArtist(db, { draftId, artistId: artist.id }));
}

/**
 * Why whoever asks may not open a draft's file; undefined for staff, for who holds a link that
 * counts, for who holds the draft, and for the artist to whose account it or what became of it belongs. Of a
 * file that is not there (no `draftId`) the same is said as of one that they have no business with.
 */
export async function refusedOpening(
  request: IRequestStrict,
  portal: Portal,
  draftId: string | undefined,
): Promise<Response | undefined> {
  const { settings, clock } = portal;
  const link = await judgeFileLink(linkKeysOf(settings), new URL(request.url), clock());
  // Asked of a file that is not there, too: how long it takes tells nothing, either.
  if ((await mayOpen(request, portal, { link, draftId: draftId ?? "" })) && draftId !== undefined)
    return undefined;
  if (link.is === "unknown") return refuseLink(request, portal, 403, UNKNOWN);
  if (link.is === "none" || (link.is === "signed" && draftId === undefined))
    return refuseLink(request, portal, 404, NOT_FOUND);
  return refuseLink(request, portal, 410, ENDED);
}
