import { createElement } from "react";
import * as v from "valibot";
import { compareVersions } from "~/domain/review/compare-versions";
import { releaseCsv } from "~/domain/review/package/release-tables";
import { checkNewMusic } from "~/domain/submission/music/new-music";
import { shortenTexts } from "~/domain/submission/record/archive/archive-submission.server";
import { composeRelease } from "~/domain/submission/record/compose-release";
import { type Answers, answersSchema } from "~/domain/submission/steps/answers";
import { TrackDetails } from "~/features/staff/review/track-row";
import { TrackCard as TrackInputs } from "~/features/wizard/music/track-card";
import { ReleaseSummary } from "~/features/wizard/review/release-summary";
import { defaultColumns } from "~/integrations/board/column-map";
import { itemPayload } from "~/integrations/board/item-payload";
import { trackUpdates } from "~/integrations/board/track-update";
import { renderInWizard } from "./render-page";

const today = "2026-11-29T12:00:00.000Z";

function draftWith(fields: object): Required<Answers> {
  const track = { id: "track-1", title: "Tide", metadata: { soloWork: "on" }, ...fields };
  const music = { releaseTitle: "Harbour", releaseDate: "2027-03-01", tracks: [track] };
  const { artist, about, ...rest } = v.parse(answersSchema, { artist: {}, about: {}, music });
  if (!artist || !about || !rest.music) throw new Error("An answer is missing.");
  return { artist, about, music: rest.music };
}

/** What shows the fields of a track, for a release whose only track has these, as text by output. */
export function outputsOfTrack(fields: object) {
  const answers = draftWith(fields);
  const { music } = answers;
  const [track] = music.tracks;
  const form = composeRelease(answers, []);
  const [recorded] = form.tracks;
  if (!track || !recorded) throw new Error("There is no track.");
  const times = { createdAt: today, replyDueAt: today };
  const submission = { id: "S", reference: "R", status: "pending", ...times, form, files: [] };
  const links = { files: new Map<string, string>(), clips: [] };
  const place = { track, currentTrack: track, index: 0, count: 1, waterfall: false };
  const staff = { track: recorded, number: 1, file: undefined, clips: [], sentAt: today };
  const before = { form: composeRelease(draftWith({}), []), files: [] };
  const review = { answers, files: [], missing: [], today: today.slice(0, 10) };
  const rules = { today: new Date(today), slots: new Set<string>() };
  return {
    input: renderInWizard(createElement(TrackInputs, place), music),
    errors: JSON.stringify(checkNewMusic(music, rules)),
    review: renderInWizard(createElement(ReleaseSummary, review)),
    "staff page": renderInWizard(createElement(TrackDetails, staff)),
    comparison: JSON.stringify(compareVersions(before, { form, files: [] })),
    "board's item": JSON.stringify(itemPayload(submission, defaultColumns, links)),
    "board's update": trackUpdates(submission, links, defaultColumns).join("\n"),
    package: releaseCsv({ ...submission, findings: {}, pictures: {} }, []),
    archive: JSON.stringify(shortenTexts(form)),
  };
}
