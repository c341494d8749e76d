import type { IRequestStrict } from "itty-router";
import { isOfArtist } from "~/domain/submission/record/artist-releases.server";
import { linksValidFrom } from "~/domain/submission/record/revoke-links.server";
import { verifyFileLink } from "~/platform/file-link";
import { linkKeysOf } from "~/platform/link-keys";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { readDraft } from "~/session/require-draft.server";
import { NOT_FOUND } from "./stored-reply";

const HELP_TEXT =
  "Open the file with the link on the submission's board item, or ask the person who sent you this link for a new one.";
const ENDED = `This link has ended. ${HELP_TEXT}`;
const UNKNOWN = `This link isn't complete, or the key that signed it is no longer in use. ${HELP_TEXT}`;

const TITLES = {
  403: "This link doesn't work",
  404: "We can't find that file",
  410: "This link has ended",
};

const linkRefusal = (status: keyof typeof TITLES, text: string): Response =>
  refusal(status, text, {
    plain: { title: TITLES[status], state: status === 410 ? "over" : "missing" },
  });

async function canOpen(
  request: IRequestStrict,
  context: AppContext,
  { link, draftId }: { link: Awaited<ReturnType<typeof verifyFileLink>>; draftId: string },
): Promise<boolean> {
  const { db, scope } = context;
  const principal = await scope.principal();
  if (principal.kind === "staff") return true;
  if (link.kind === "signed" && link.issued >= (await linksValidFrom(db, { draftId }))) return true;
  const draft = await readDraft(request, context);
  if (typeof draft === "object" && draft.id === draftId) return true;
  const artist = await scope.artist("read");
  return artist !== undefined && (await isOfArtist(db, { draftId, artistId: artist.id }));
}

/**
 * Guards a draft's file: staff, a valid link, the draft's browser and the account of its artist may
 * open it. A missing file (no `file`) gets the same answers as a forbidden one.
 * @returns the file.
 * @throws Response 403 for an invalid link, 404 without one, 410 for one that has ended.
 */
export async function requireFileAccess<T extends { draftId: string }>(
  request: IRequestStrict,
  context: AppContext,
  file: T | undefined,
): Promise<T> {
  const { settings, clock } = context;
  const link = await verifyFileLink(linkKeysOf(settings), new URL(request.url), clock());
  // Also checked for missing files, so that timing tells nothing.
  if ((await canOpen(request, context, { link, draftId: file?.draftId ?? "" })) && file)
    return file;
  if (link.kind === "unknown") throw linkRefusal(403, UNKNOWN);
  if (link.kind === "none" || (link.kind === "signed" && !file)) throw linkRefusal(404, NOT_FOUND);
  throw linkRefusal(410, ENDED);
}
