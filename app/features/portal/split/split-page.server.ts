import { readReleaseDetails } from "~/domain/artists/release/details-store.server";
import { answerKey, findSplitLink } from "~/domain/artists/splits/split-answers.server";
import { linkCutoff } from "~/domain/artists/splits/split-state";
import type { SplitRow } from "~/domain/artists/splits/split-store.server";
import { currentSplitTracks, parseSplit, trackKinds } from "~/domain/artists/splits/splits";
import { releaseName } from "~/domain/submission/record/release-name";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import { signFileLink } from "~/platform/file-link";
import { writtenName } from "~/platform/formats/written-name";
import { linkKeysOf } from "~/platform/link-keys";
import { isInProgress } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { throwIfLimited } from "~/session/refusal";
import { titleOf } from "../release/release-splits.server";

export type SplitLink = NonNullable<Awaited<ReturnType<typeof openSplitLink>>>;

const TOO_MANY_CHECKS =
  "Too many links were opened from here just now. Wait a minute, then try again.";

/** What a link opens; undefined for an unknown link. @throws Response 429. */
export async function openSplitLink(context: AppContext, token: string | undefined) {
  throwIfLimited(context, await context.scope.limitCall("token-checks"), TOO_MANY_CHECKS);
  const { db, clock } = context;
  const link = /^[0-9a-f]{48}$/.test(token ?? "") && (await findSplitLink(db, token ?? ""));
  const submission = link && (await findSubmission(db, link.submissionId));
  if (!submission) return undefined;
  return {
    ...link,
    submission,
    isOpen: isInProgress(submission.status) && link.createdAt >= linkCutoff(clock()),
  };
}

/** The shares of a track beside the songwriter's own. */
const otherShares = (writers: readonly { name: string; share: number }[], own?: SplitRow) => {
  const ownIndex = writers.findIndex(
    ({ name, share }) => name === own?.name && share === own.share,
  );
  return writers.filter(({ share }, index) => share > 0 && index !== ownIndex);
};

/** A signed address of the artwork: songwriters have no account. Null without artwork. */
async function artworkAddress({ db, settings, clock }: AppContext, uploadId: string | undefined) {
  const upload = uploadId ? await findUpload(db, uploadId) : undefined;
  const preview = upload && previewOf(upload);
  return preview ? signFileLink(linkKeysOf(settings), preview, clock()) : null;
}

/** What the page of a link shows; undefined for an unknown link. Changes nothing. */
export async function splitLinkPage(context: AppContext, token: string | undefined) {
  const link = await openSplitLink(context, token);
  if (!link) return undefined;
  const { rows, submission, isOpen } = link;
  const { form, artistName } = submission;
  const stored = await readReleaseDetails(context.db, submission.id);
  const kinds = trackKinds(form, stored?.answers);
  return {
    artistName,
    release: releaseName(form),
    artwork: await artworkAddress(context, form.artworkUploadId),
    isOpen,
    name: rows[0]?.name ?? "",
    ipi: stored?.answers.ownIpis?.[rows[0]?.name ?? ""] ?? "",
    /** Whether it is closed because the release has gone on; otherwise the link has expired. */
    isOver: !isInProgress(submission.status),
    tracks: currentSplitTracks(stored?.answers, form).map((track, index) => {
      const isCover = kinds[index] === "cover";
      const row = isCover ? undefined : rows.find(({ trackId }) => trackId === track.id);
      const writers = track.writers.map((writer) => ({
        name: writtenName(writer),
        share: Number(writer.percentage),
      }));
      return {
        id: track.id,
        title: titleOf(form.tracks, track.id),
        isCover,
        others: otherShares(row ? parseSplit(row.split).writers : writers, row),
        own: row && {
          /** Names the question with the answer on screen, posted along. */
          key: answerKey(row),
          share: row.share,
          state: row.state,
          note: row.note,
          answeredAt: row.answeredAt,
        },
      };
    }),
  };
}
