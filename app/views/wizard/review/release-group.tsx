import { longDate } from "~/platform/formats/dates";
import type { MusicAnswers } from "~/submission/music/music-step";
import { releaseDays } from "~/submission/music/release-days";
import { releasePlan } from "~/submission/music/release-plan";
import { releaseTypeOf } from "~/submission/music/release-type";
import { isWaterfall } from "~/submission/music/waterfall";
import type { Gap } from "~/submission/run/obstacle";
import { ARTWORK_SLOT } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
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
export function ReleaseGroups({ music, files, gaps }: ReleaseGroupsProps) {
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
