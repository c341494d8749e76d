import { longDate } from "~/platform/formats/dates";
import type { MusicAnswers } from "~/submission/music/music-step";
import { releaseDays } from "~/submission/music/release-days";
import { releasePlan } from "~/submission/music/release-plan";
import { releaseTypeOf } from "~/submission/music/release-type";
import { isWaterfall } from "~/submission/music/waterfall";
import { ARTWORK_SLOT } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { fileWords } from "./file-words";
import styles from "./release-summary.module.css";
import { Group, Row, Rows } from "./summary-rows";
import { TrackSummary } from "./track-summary";

/** The release and its tracks. */
export function ReleaseGroups({ music, files }: { music: MusicAnswers; files: FileView[] }) {
  const artwork = files.find((file) => file.slot === ARTWORK_SLOT);
  const waterfall = isWaterfall(music);
  const { full, firstSingle } = releaseDays(music);
  return (
    <>
      <Group title="Release" step="music">
        <Rows>
          <Row term="Release type" value={releaseTypeOf(music.releaseType).label} />
          <Row term="Release title" value={music.releaseTitle} />
          <Row
            term="Genre"
            value={[music.primaryGenre, music.subGenre].filter(Boolean).join(", ")}
          />
          <Row term="Release date" value={longDate(full)} />
          {firstSingle && <Row term="First single" value={longDate(firstSingle)} />}
          {music.earlyReleaseRequest && (
            <Row term="Early release requested" value={music.earlyReleaseReason} />
          )}
          <Row term="Artwork" value={artwork && fileWords(artwork)} />
        </Rows>
      </Group>
      <Group title="Tracks" step="music">
        <ol className={styles.tracks}>
          {music.tracks.map((track, index) => (
            <TrackSummary
              key={track.id}
              track={track}
              number={index + 1}
              files={files}
              waterfall={waterfall}
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
    <Group title="Release plan" step="music">
      <Rows>
        {releasePlan(music.tracks, music.releaseTitle).map((entry) => (
          <Row
            key={entry.index}
            term={longDate(entry.date)}
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
