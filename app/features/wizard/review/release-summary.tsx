import { Stack, Text } from "@mantine/core";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
import { formFields } from "~/domain/submission/fields/form-fields";
import { replyNote } from "~/domain/submission/music/early-release";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { releaseDays } from "~/domain/submission/music/release-days";
import { releasePlan } from "~/domain/submission/music/release-plan";
import { releaseTypeOf } from "~/domain/submission/music/release-type";
import { hasNewMusic, hasTransfer, uploadTypes } from "~/domain/submission/music/upload-type";
import { isWaterfall } from "~/domain/submission/music/waterfall";
import type { Gap } from "~/domain/submission/run/obstacle";
import type { Answers } from "~/domain/submission/steps/answers";
import { ARTWORK_SLOT } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import { longDate } from "~/platform/formats/dates";
import { FormSection } from "~/ui/form-section";
import layout from "../layout.module.css";
import { MediaObject } from "../sleeve";
import summary from "../summary.module.css";
import { usePicture } from "../upload/use-picture";
import { changePath } from "./change-path";
import { describeFile } from "./describe-file";
import { FieldRows, SummaryList, SummaryRow } from "./summary-rows";
import { TrackSummary } from "./track-summary";

interface ReleaseGroupsProps {
  music: MusicAnswers;
  files: FileView[];
  missing: readonly Gap[];
  /** YYYY-MM-DD. */
  today: string;
}

const releasePath = (field: string) => changePath("music", field);

function ReleaseGroups({ music, files, missing, today }: ReleaseGroupsProps) {
  const artwork = files.find((file) => file.slot === ARTWORK_SLOT);
  const waterfall = isWaterfall(music);
  const { full, firstSingle } = releaseDays(music);
  // A waterfall has no date of its own: its first single decides.
  const places: Readonly<Record<string, string>> = {
    releaseType: `releaseType-${music.releaseType}`,
    ...(waterfall && { releaseDate: "tracks[0].releaseDate" }),
  };
  return (
    <>
      <FormSection title="Release">
        <SummaryList>
          <FieldRows
            fields={formFields.release}
            answers={music}
            to={(field) => releasePath(places[field] ?? field)}
          />
          <SummaryRow
            term="Artwork"
            value={artwork && describeFile(artwork)}
            to={releasePath(ARTWORK_SLOT)}
          />
        </SummaryList>
        <Text size="sm" c="dimmed">
          {replyNote(firstSingle ?? full, new Date(today))}
        </Text>
      </FormSection>
      <FormSection title="Tracks">
        <Stack component="ol" className={layout.plain}>
          {music.tracks.map((track, index) => (
            <TrackSummary
              key={track.id}
              track={track}
              number={index + 1}
              files={files}
              waterfall={waterfall}
              missing={missing.filter(({ trackId }) => trackId === track.id)}
            />
          ))}
        </Stack>
      </FormSection>
      {waterfall && <Plan music={music} today={today} />}
    </>
  );
}

function Plan({ music, today }: { music: MusicAnswers; today: string }) {
  return (
    <FormSection title="Release plan">
      <SummaryList>
        {releasePlan(music.tracks, music.releaseTitle, today).map((entry) => (
          <SummaryRow
            key={entry.index}
            term={longDate(entry.date)}
            to={releasePath(`tracks[${entry.index}].releaseDate`)}
            value={[
              `${entry.title}: ${entry.comesOut}`,
              entry.hasClips && entry.clipDate ? `Clips from ${longDate(entry.clipDate)}` : "",
            ]
              .filter(Boolean)
              .join("\n")}
          />
        ))}
      </SummaryList>
    </FormSection>
  );
}

interface ReleaseSummaryProps {
  /** The address that was probably meant. */
  likelyEmail?: string | undefined;
  answers: Answers;
  files: FileView[];
  missing: readonly Gap[];
  /** YYYY-MM-DD. */
  today: string;
}

/** Everything that will be submitted, with links to change each answer. */
export function ReleaseSummary({
  answers,
  files,
  missing,
  likelyEmail,
  today,
}: ReleaseSummaryProps) {
  const { artist, music, about } = answers;
  return (
    <>
      {music && <Cover music={music} artistName={artist?.artistName ?? ""} files={files} />}
      <FormSection title="Artist">
        <SummaryList>
          <FieldRows
            fields={formFields.artist}
            answers={artist ?? {}}
            to={(field) => changePath("artist", field)}
            notes={{ email: likelyEmail && <LikelyEmail key="likely" likelyEmail={likelyEmail} /> }}
          />
        </SummaryList>
      </FormSection>
      {music && hasNewMusic(music) && (
        <ReleaseGroups music={music} files={files} missing={missing} today={today} />
      )}
      {music && hasTransfer(music) && <Transfer music={music} />}
      <FormSection title="About Your Music">
        <SummaryList>
          <FieldRows
            fields={formFields.about}
            answers={about ?? {}}
            to={(field) => changePath("about", field)}
          />
        </SummaryList>
      </FormSection>
    </>
  );
}

function LikelyEmail({ likelyEmail }: { likelyEmail: string }) {
  return (
    <Text size="sm" c="var(--waiting)">
      Is this right, or did you mean {likelyEmail}? Our answer goes to this address.
    </Text>
  );
}

function Cover(props: { music: MusicAnswers; artistName: string; files: FileView[] }) {
  const { music, artistName, files } = props;
  const artwork = files.find((file) => file.slot === ARTWORK_SLOT);
  const picture = usePicture(ARTWORK_SLOT, artwork);
  const transferCount = music.catalogueItems.length;
  const typeLabel = uploadTypes.find(({ value }) => value === music.uploadType)?.label;
  if (!hasNewMusic(music))
    return (
      <div>
        <Text c="dimmed">{typeLabel}</Text>
        <p className={summary.title}>Catalogue transfer</p>
        <p>{artistName}</p>
        <Text c="dimmed">{transferCount === 1 ? "1 release" : `${transferCount} releases`}</Text>
      </div>
    );
  const type = releaseTypeOf(music.releaseType).label;
  const { full, firstSingle } = releaseDays(music);
  return (
    <MediaObject
      {...picture}
      alt="Artwork of the release"
      brokenText="Your browser can't show this picture, but we have it."
    >
      <Text c="dimmed">{typeLabel}</Text>
      <p className={summary.title}>{music.releaseTitle || "Untitled Release"}</p>
      <p>{artistName}</p>
      <Text c="dimmed">
        {type} · {longDate(full)}
        {firstSingle && `, first single ${longDate(firstSingle)}`}
      </Text>
    </MediaObject>
  );
}

function Transfer({ music }: { music: MusicAnswers }) {
  return (
    <FormSection title="Catalogue transfer">
      <SummaryList>
        <FieldRows fields={formFields.transfer} answers={music} to={releasePath} />
        {music.catalogueItems.map((item) => {
          const { label } = item.type === "album" ? item.albumDetails : item.trackDetails;
          return (
            <SummaryRow
              key={`${item.type}:${item.id}`}
              term={item.title}
              to={releasePath("catalogueItems")}
              value={[
                item.artist,
                item.type === "album" ? "Album" : "Track",
                label,
                formatReleaseDate(item.releaseDate),
              ]
                .filter(Boolean)
                .join(" · ")}
            />
          );
        })}
      </SummaryList>
    </FormSection>
  );
}
