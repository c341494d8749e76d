import { Stack } from "@mantine/core";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
import { type FormFields, fieldsAt } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";
import { releasePlan } from "~/domain/submission/music/release-plan";
import type { ReleaseForm } from "~/domain/submission/record/release-form";
import { longDate } from "~/platform/formats/dates";
import { LocalTime } from "~/ui/local-time";
import { Dimmed } from "../dimmed";
import styles from "../row-list.module.css";
import { type Definition, DefinitionList, filledRows, linkTo } from "./definition-list";
import type { ReviewSubmission } from "./review-page.server";
import { TrackDetails, trackRows } from "./track-row";

function rowsOf(fields: FormFields<ReleaseForm>, form: ReleaseForm) {
  return fieldsAt(fields, "staff").map(({ name, label, isLink, text }) => {
    const value = text(form);
    if (value && name === "email")
      return [
        label,
        <a key="mail" href={`mailto:${encodeURIComponent(value)}`}>
          {value}
        </a>,
      ] as const;
    return [label, isLink ? linkTo(value) : value] as const;
  });
}

const isTransfer = ({ uploadType }: ReleaseForm) => uploadType !== "new-music";

const artistRows = (form: ReleaseForm) => [
  ...rowsOf(formFields.artist, form),
  ...rowsOf(formFields.about, form),
];

function planRows({ form, sentAt }: Pick<ReviewSubmission, "form" | "sentAt">): Definition[] {
  const plan = releasePlan(form.tracks, form.releaseTitle, sentAt);
  return plan.map(({ date, title, comesOut, hasClips, clipDate, index }) => [
    `${longDate(date)}, track ${index + 1}`,
    `${title}: ${comesOut}${hasClips && clipDate ? `. Clips from ${longDate(clipDate)}` : ""}`,
  ]);
}

export type Answers = Pick<
  ReviewSubmission,
  "form" | "sentAt" | "files" | "clips" | "releaseDetails" | "proofs"
>;

/** How many lines the details of a submission have. */
export function countDetails(submission: Answers): number {
  const { form, files, releaseDetails, proofs } = submission;
  const rows = [
    ...rowsOf(formFields.release, form),
    ...(form.waterfallEnabled ? planRows(submission) : []),
    ...(isTransfer(form) ? rowsOf(formFields.transfer, form) : []),
    ...artistRows(form),
    ...form.tracks.flatMap((track) =>
      trackRows(
        track,
        files.find(({ uploadId }) => uploadId === track.uploadId),
      ),
    ),
    ...(releaseDetails ? [...releaseDetails.release, ...releaseDetails.tracks.flat()] : []),
  ];
  const lists = [
    ...(isTransfer(form) ? form.catalogueItems : []),
    ...form.tracks.flatMap(({ socialClipsEnabled, socialClips }) =>
      socialClipsEnabled ? socialClips : [],
    ),
    ...(releaseDetails ? proofs : []),
  ];
  return filledRows(rows).length + lists.length;
}

/** What was answered, as far as the page does not show it above. */
export function Details({ submission }: { submission: Answers }) {
  const { form, sentAt, files, clips } = submission;
  return (
    <>
      <ReleaseDetails {...submission} />
      {form.tracks.map((track, index) => (
        <TrackDetails
          key={track.uploadId ?? `track ${index}`}
          track={track}
          number={index + 1}
          file={files.find(({ uploadId }) => uploadId === track.uploadId)}
          clips={clips.filter(({ uploadId }) => uploadId === track.uploadId)}
          sentAt={sentAt}
        />
      ))}
      <DistributionSection {...submission} />
    </>
  );
}

function ReleaseDetails({ form, sentAt }: Pick<ReviewSubmission, "form" | "sentAt">) {
  return (
    <>
      <Stack component="section">
        <h3>Release</h3>
        <DefinitionList rows={rowsOf(formFields.release, form)} />
      </Stack>
      {form.waterfallEnabled && (
        <Stack component="section">
          <h3>Release plan</h3>
          <DefinitionList rows={planRows({ form, sentAt })} />
        </Stack>
      )}
      {isTransfer(form) && <Transfer form={form} />}
      <Stack component="section">
        <h3>Artist</h3>
        <DefinitionList rows={artistRows(form)} />
      </Stack>
    </>
  );
}

function Transfer({ form }: { form: ReleaseForm }) {
  return (
    <Stack component="section">
      <h3>Catalogue transfer</h3>
      <DefinitionList rows={rowsOf(formFields.transfer, form)} />
      <ol className={styles.list}>
        {form.catalogueItems.map((item) => (
          <li key={`${item.type}:${item.id}`}>
            {linkTo(item.spotifyUrl)}
            <p>
              <strong>{item.title}</strong>, {item.artist}
            </p>
            <Dimmed>
              {[
                item.type === "album" ? "Album" : "Track",
                item.type === "album" ? item.albumDetails.label : item.trackDetails.label,
                formatReleaseDate(item.releaseDate),
              ]
                .filter(Boolean)
                .join(" · ")}
            </Dimmed>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function DistributionSection({ releaseDetails, form, proofs }: Answers) {
  if (!releaseDetails) return null;
  const { sentAt, release } = releaseDetails;
  return (
    <Stack component="section">
      <h3>Release details</h3>
      <Dimmed>
        {sentAt ? (
          <>
            Sent on <LocalTime at={sentAt} />
          </>
        ) : (
          "Not sent yet; songwriters were asked"
        )}
      </Dimmed>
      {proofs.length > 0 && (
        <div>
          <h4>Files that prove rights</h4>
          <DefinitionList
            rows={proofs.map(({ proves, fileName, url }) => [
              proves,
              <a key={url} href={url} download>
                {fileName}
              </a>,
            ])}
          />
        </div>
      )}
      {release.length > 0 && <DefinitionList rows={release} />}
      {releaseDetails.tracks.map((rows, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tracks of a submission never move.
        <div key={index}>
          <h4>{form.tracks[index]?.title || `Track ${index + 1}`}</h4>
          <DefinitionList rows={rows} />
        </div>
      ))}
    </Stack>
  );
}
