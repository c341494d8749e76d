import { Stack, Text } from "@mantine/core";
import { formatReleaseDate } from "~/domain/catalogue/format-release-date";
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
import { writtenName } from "~/platform/formats/written-name";
import { FormSection } from "~/ui/form-section";
import layout from "../layout.module.css";
import { MediaObject } from "../sleeve";
import summary from "../summary.module.css";
import { usePicture } from "../upload/use-picture";
import { changePath } from "./change-path";
import { describeFile } from "./describe-file";
import { SummaryList, SummaryRow } from "./summary-rows";
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
  const startsAt = releasePath(waterfall ? "tracks[0].releaseDate" : "releaseDate");
  return (
    <>
      <FormSection title="Release">
        <SummaryList>
          <SummaryRow
            term="Release type"
            value={releaseTypeOf(music.releaseType).label}
            to={releasePath(`releaseType-${music.releaseType}`)}
          />
          <SummaryRow
            term="Release title"
            value={music.releaseTitle}
            to={releasePath("releaseTitle")}
          />
          <SummaryRow
            term="Genre"
            value={[music.primaryGenre, music.subGenre].filter(Boolean).join(", ")}
            to={releasePath("primaryGenre")}
          />
          <SummaryRow term="Release date" value={longDate(full)} to={startsAt} />
          {firstSingle && (
            <SummaryRow term="First single" value={longDate(firstSingle)} to={startsAt} />
          )}
          {music.earlyReleaseRequest && (
            <SummaryRow
              term="Early release requested"
              value={music.earlyReleaseReason}
              to={releasePath("earlyReleaseReason")}
            />
          )}
          <SummaryRow
            term="Artwork"
            value={artwork && describeFile(artwork)}
            to={releasePath(ARTWORK_SLOT)}
          />
        </SummaryList>
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
  /** The missing answers. */
  missing: readonly Gap[];
  /** YYYY-MM-DD. */
  today: string;
}

const artistPath = (field: string) => changePath("artist", field);
const musicPath = (field: string) => changePath("music", field);
const aboutPath = (field: string) => changePath("about", field);

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
          <SummaryRow term="Artist name" value={artist?.artistName} to={artistPath("artistName")} />
          <SummaryRow term="Name" value={writtenName(artist ?? {})} to={artistPath("firstName")} />
          <SummaryRow
            term="Email"
            value={
              artist?.email && (
                <>
                  {artist.email}
                  {likelyEmail && (
                    <Text size="sm" c="var(--waiting)">
                      Is this right, or did you mean {likelyEmail}? Our answer goes to this address.
                    </Text>
                  )}
                </>
              )
            }
            to={artistPath("email")}
          />
          <SummaryRow term="Phone" value={artist?.phone} to={artistPath("phone")} />
          <SummaryRow
            term="Location"
            value={[artist?.city, artist?.country].filter(Boolean).join(", ")}
            to={artistPath("country")}
          />
          <SummaryRow
            term="Spotify"
            value={artist?.spotifyProfile}
            to={artistPath("spotify-profile")}
          />
          <SummaryRow
            term="Instagram"
            value={artist?.instagramProfile}
            to={artistPath("instagramProfile")}
          />
          <SummaryRow
            term="TikTok"
            value={artist?.tiktokProfile}
            to={artistPath("tiktokProfile")}
          />
        </SummaryList>
      </FormSection>
      {music && hasNewMusic(music) && (
        <ReleaseGroups music={music} files={files} missing={missing} today={today} />
      )}
      {music && hasTransfer(music) && <Transfer music={music} />}
      <FormSection title="About Your Music">
        <SummaryList>
          <SummaryRow term="Bio" value={about?.bio} to={aboutPath("bio")} />
          <SummaryRow term="For Fans Of" value={about?.influences} to={aboutPath("influences")} />
          <SummaryRow
            term="Publishing administration"
            value={about?.publishingAdministrationInterest ? "Interested" : "Not interested"}
            to={aboutPath("publishingAdministrationInterest")}
          />
          <SummaryRow term="PRO number" value={about?.proNumber} to={aboutPath("proNumber")} />
        </SummaryList>
      </FormSection>
    </>
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
        <SummaryRow
          term="Current distributor"
          value={music.distributor}
          to={musicPath("distributor")}
        />
        {music.catalogueItems.map((item) => {
          const { label } = item.type === "album" ? item.albumDetails : item.trackDetails;
          return (
            <SummaryRow
              key={`${item.type}:${item.id}`}
              term={item.title}
              to={musicPath("catalogueItems")}
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
