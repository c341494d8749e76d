import { releaseDay } from "~/catalogue/release-words";
import { longDate } from "~/platform/formats/dates";
import type { MusicAnswers } from "~/submission/music/music-step";
import { releaseDays } from "~/submission/music/release-days";
import { releasePlan } from "~/submission/music/release-plan";
import { releaseTypeOf } from "~/submission/music/release-type";
import { hasNewMusic, hasTransfer, uploadTypes } from "~/submission/music/upload-type";
import { isWaterfall } from "~/submission/music/waterfall";
import type { Gap } from "~/submission/run/obstacle";
import type { Answers } from "~/submission/steps/answers";
import { ARTWORK_SLOT } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { Sleeve } from "../sleeve";
import { usePicture } from "../upload/use-picture";
import { changePath } from "./change-path";
import { fileWords } from "./file-words";
import styles from "./release-summary.module.css";
import { Group, Row, Rows } from "./summary-rows";
import { TrackSummary } from "./track-summary";

interface ReleaseGroupsProps {
  music: MusicAnswers;
  files: FileView[];
  gaps: readonly Gap[];
}

const at = (field: string) => changePath("music", field);

/** The release and its tracks. */
function ReleaseGroups({ music, files, gaps }: ReleaseGroupsProps) {
  const artwork = files.find((file) => file.slot === ARTWORK_SLOT);
  const waterfall = isWaterfall(music);
  const { full, firstSingle } = releaseDays(music);
  // A waterfall has no date of its own: its first single decides.
  const startsAt = at(waterfall ? "tracks[0].releaseDate" : "releaseDate");
  return (
    <>
      <Group title="Release">
        <Rows>
          <Row
            term="Release type"
            value={releaseTypeOf(music.releaseType).label}
            to={at(`releaseType-${music.releaseType}`)}
          />
          <Row term="Release title" value={music.releaseTitle} to={at("releaseTitle")} />
          <Row
            term="Genre"
            value={[music.primaryGenre, music.subGenre].filter(Boolean).join(", ")}
            to={at("primaryGenre")}
          />
          <Row term="Release date" value={longDate(full)} to={startsAt} />
          {firstSingle && <Row term="First single" value={longDate(firstSingle)} to={startsAt} />}
          {music.earlyReleaseRequest && (
            <Row
              term="Early release requested"
              value={music.earlyReleaseReason}
              to={at("earlyReleaseReason")}
            />
          )}
          <Row term="Artwork" value={artwork && fileWords(artwork)} to={at(ARTWORK_SLOT)} />
        </Rows>
      </Group>
      <Group title="Tracks">
        <ol className={styles.tracks}>
          {music.tracks.map((track, index) => (
            <TrackSummary
              key={track.id}
              track={track}
              number={index + 1}
              files={files}
              waterfall={waterfall}
              gaps={gaps.filter(({ trackId }) => trackId === track.id)}
            />
          ))}
        </ol>
      </Group>
      {waterfall && <Plan music={music} />}
    </>
  );
}

function Plan({ music }: { music: MusicAnswers }) {
  return (
    <Group title="Release plan">
      <Rows>
        {releasePlan(music.tracks, music.releaseTitle).map((entry) => (
          <Row
            key={entry.index}
            term={longDate(entry.date)}
            to={at(`tracks[${entry.index}].releaseDate`)}
            value={[
              `${entry.title}: ${entry.comesOut}`,
              entry.hasClips ? `Clips from ${longDate(entry.clipDate)}` : "",
            ]
              .filter(Boolean)
              .join("\n")}
          />
        ))}
      </Rows>
    </Group>
  );
}

interface ReleaseSummaryProps {
  answers: Answers;
  files: FileView[];
  /** What is missing. */
  gaps: readonly Gap[];
}

const ofArtist = (field: string) => changePath("artist", field);
const ofMusic = (field: string) => changePath("music", field);
const ofAbout = (field: string) => changePath("about", field);

/** Everything that will be submitted, each answer with the way to change it. */
export function ReleaseSummary({ answers, files, gaps }: ReleaseSummaryProps) {
  const { artist, music, about } = answers;
  return (
    <>
      {music && <Cover music={music} artistName={artist?.artistName ?? ""} files={files} />}
      <Group title="Artist">
        <Rows>
          <Row term="Artist name" value={artist?.artistName} to={ofArtist("artistName")} />
          <Row
            term="Name"
            value={`${artist?.firstName ?? ""} ${artist?.surname ?? ""}`.trim()}
            to={ofArtist("firstName")}
          />
          <Row term="Email" value={artist?.email} to={ofArtist("email")} />
          <Row term="Phone" value={artist?.phone} to={ofArtist("phone")} />
          <Row
            term="Location"
            value={[artist?.city, artist?.country].filter(Boolean).join(", ")}
            to={ofArtist("country")}
          />
          <Row term="Spotify" value={artist?.spotifyProfile} to={ofArtist("spotify-profile")} />
          <Row
            term="Instagram"
            value={artist?.instagramProfile}
            to={ofArtist("instagramProfile")}
          />
          <Row term="TikTok" value={artist?.tiktokProfile} to={ofArtist("tiktokProfile")} />
        </Rows>
      </Group>
      {music && hasNewMusic(music) && <ReleaseGroups music={music} files={files} gaps={gaps} />}
      {music && hasTransfer(music) && <Transfer music={music} />}
      <Group title="About Your Music">
        <Rows>
          <Row term="Bio" value={about?.bio} to={ofAbout("bio")} />
          <Row term="For Fans Of" value={about?.influences} to={ofAbout("influences")} />
          <Row
            term="Publishing administration"
            value={about?.publishingAdministrationInterest ? "Interested" : "Not interested"}
            to={ofAbout("publishingAdministrationInterest")}
          />
          <Row term="PRO number" value={about?.proNumber} to={ofAbout("proNumber")} />
        </Rows>
      </Group>
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
        <p className={styles.quiet}>{typeLabel}</p>
        <p className={styles.title}>Catalogue transfer</p>
        <p>{artistName}</p>
        <p className={styles.quiet}>
          {transferCount === 1 ? "1 release" : `${transferCount} releases`}
        </p>
      </div>
    );
  const type = releaseTypeOf(music.releaseType).label;
  const { full, firstSingle } = releaseDays(music);
  return (
    <Sleeve
      {...picture}
      alt="Artwork of the release"
      brokenText="Your browser can't show this picture, but we have it."
    >
      <p className={styles.quiet}>{typeLabel}</p>
      <p className={styles.title}>{music.releaseTitle || "Untitled Release"}</p>
      <p>{artistName}</p>
      <p className={styles.quiet}>
        {type} · {longDate(full)}
        {firstSingle && `, first single ${longDate(firstSingle)}`}
      </p>
    </Sleeve>
  );
}

function Transfer({ music }: { music: MusicAnswers }) {
  return (
    <Group title="Catalogue transfer">
      <Rows>
        <Row term="Current distributor" value={music.distributor} to={ofMusic("distributor")} />
        {music.catalogueItems.map((item) => {
          const { label } = item.type === "album" ? item.albumDetails : item.trackDetails;
          return (
            <Row
              key={`${item.type}:${item.id}`}
              term={item.title}
              to={ofMusic("catalogueItems")}
              value={[
                item.artist,
                item.type === "album" ? "Album" : "Track",
                label,
                releaseDay(item.releaseDate),
              ]
                .filter(Boolean)
                .join(" · ")}
            />
          );
        })}
      </Rows>
    </Group>
  );
}
