import { AudioPreview } from "~/components/player/audio-preview";
import { Sleeve } from "~/components/sleeve";
import { longDate } from "~/platform/formats/dates";
import type { Track } from "~/submission/music/track";
import {
  artistLists,
  hasContributors,
  type TrackContributors,
} from "~/submission/music/track-contributors";
import { audioSlot, customArtworkSlot } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { fileWords } from "./file-words";
import styles from "./release-summary.module.css";
import { Row, Rows } from "./summary-rows";

const plural = { featuredArtists: "Featured artists", nonFeaturedArtists: "Non-featured artists" };

/** A track as it will be submitted: its file to listen to, its credits, its clips. */
export function TrackSummary(props: {
  track: Track;
  number: number;
  files: readonly FileView[];
  /** Whether each track comes out on a day of its own. */
  waterfall: boolean;
}) {
  const { track, number, files, waterfall } = props;
  const title = track.title || `Track ${number}`;
  const held = (slot: string) => files.find((file) => file.slot === slot);
  const audio = held(audioSlot(track.id));
  const artwork =
    waterfall && track.useCustomArtwork ? held(customArtworkSlot(track.id)) : undefined;
  return (
    <li className={styles.track}>
      <h3>
        <span className={styles.number}>{number}</span> {title}
      </h3>
      {audio?.state === "complete" && (
        <AudioPreview
          src={audio.url}
          label={title}
          seconds={audio.probe?.kind === "wav" ? audio.probe.seconds : undefined}
        />
      )}
      <Rows>
        <Row term="Audio" value={audio && fileWords(audio)} />
        {waterfall && <Row term="Release date" value={longDate(track.releaseDate)} />}
        {waterfall && track.useCustomArtwork && (
          <Row
            term="Artwork of this track"
            value={
              artwork && (
                <Sleeve
                  small
                  src={artwork.state === "complete" ? artwork.url : undefined}
                  alt={`Artwork of ${title}`}
                >
                  {fileWords(artwork)}
                </Sleeve>
              )
            }
          />
        )}
        <Credits made={track.metadata} />
        {track.socialClipsEnabled && (
          <Row
            term="Social clips"
            value={track.socialClips
              .map(
                (clip) =>
                  `${clip.startTime} to ${clip.endTime}${clip.description ? `: ${clip.description}` : ""}`,
              )
              .join("\n")}
          />
        )}
      </Rows>
    </li>
  );
}

function Credits({ made }: { made: TrackContributors }) {
  if (!hasContributors(made)) return <Row term="Contributors" value="" />;
  return (
    <>
      {made.soloWork && <Row term="Contributors" value="Solo work" />}
      {artistLists.map(
        ({ name }) =>
          made[name].length > 0 && (
            <Row
              key={name}
              term={plural[name]}
              value={made[name]
                .map(({ firstName, surname, roles }) =>
                  [`${firstName} ${surname}`, roles.join(", ")].filter(Boolean).join(": "),
                )
                .join("\n")}
            />
          ),
      )}
      {made.producers.length > 0 && <Row term="Producers" value={made.producers.join(", ")} />}
      {made.songwriters.length > 0 && (
        <Row
          term="Songwriters"
          value={made.songwriters
            .map(({ firstName, lastName, percentage }) => `${firstName} ${lastName} ${percentage}%`)
            .join(", ")}
        />
      )}
    </>
  );
}
