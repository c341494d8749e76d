import { VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Sleeve } from "~/components/sleeve";
import type { Contributors } from "~/submission/contributors";
import type { Answers } from "~/submission/draft";
import { ARTWORK_SLOT, trackSlot } from "~/submission/music-step";
import { longDate } from "~/submission/release-dates";
import { type AnswerStep, stepOf } from "~/submission/steps";
import type { FileView } from "~/uploads/upload";
import { formatBytes } from "~/uploads/upload-state";
import styles from "./release-summary.module.css";

/** Everything that will be submitted, grouped by the step where it can be changed. */
export function ReleaseSummary({ answers, files }: { answers: Answers; files: FileView[] }) {
  const { artist, music, about } = answers;
  const artwork = files.find((file) => file.slot === ARTWORK_SLOT);
  return (
    <>
      <Sleeve
        src={artwork?.state === "complete" ? artwork.url : undefined}
        alt="Artwork of the release"
        brokenText="This browser cannot show the picture. It is stored all the same."
      >
        <p className={styles.title}>{music?.releaseTitle || "Untitled Release"}</p>
        <p>{artist?.artistName}</p>
        <p className={styles.quiet}>Single · {longDate(music?.releaseDate ?? "")}</p>
      </Sleeve>
      <Group title="Artist" step="artist">
        <Row term="Name" value={`${artist?.firstName ?? ""} ${artist?.surname ?? ""}`.trim()} />
        <Row term="Email" value={artist?.email} />
        <Row term="Phone" value={artist?.phone} />
        <Row term="Location" value={[artist?.city, artist?.country].filter(Boolean).join(", ")} />
        <Row term="Spotify" value={artist?.spotifyProfile} />
        <Row term="Instagram" value={artist?.instagramProfile} />
        <Row term="TikTok" value={artist?.tiktokProfile} />
      </Group>
      <Group title="Release" step="music">
        <Row term="Release title" value={music?.releaseTitle} />
        <Row
          term="Genre"
          value={[music?.primaryGenre, music?.subGenre].filter(Boolean).join(", ")}
        />
        <Row term="Release date" value={longDate(music?.releaseDate ?? "")} />
        <Row term="Artwork" value={artwork && fileWords(artwork)} />
      </Group>
      <Group title="Tracks" step="music">
        {music?.tracks.map((track, index) => {
          const file = files.find((one) => one.slot === trackSlot(index));
          return (
            <Row
              key={trackSlot(index)}
              term={`${index + 1}. ${track.title}`}
              value={
                <>
                  <span>{file ? fileWords(file) : "No audio"}</span>
                  <br />
                  <span>{credits(track.metadata)}</span>
                  {file?.state === "complete" && (
                    // biome-ignore lint/a11y/useMediaCaption: music has no captions.
                    <audio
                      controls
                      preload="none"
                      src={file.url}
                      aria-label={`Listen to ${track.title}`}
                      className={styles.audio}
                    />
                  )}
                </>
              }
            />
          );
        })}
      </Group>
      <Group title="About Your Music" step="about">
        <Row term="Bio" value={about?.bio} />
        <Row term="For Fans Of" value={about?.influences} />
        <Row
          term="Publishing administration"
          value={about?.publishingAdministrationInterest ? "Interested" : "Not interested"}
        />
        <Row term="PRO number" value={about?.proNumber} />
      </Group>
    </>
  );
}

function fileWords(file: FileView): string {
  const size = formatBytes(file.size);
  return file.state === "complete"
    ? `${file.fileName}, ${size}`
    : `${file.fileName}, not fully sent yet`;
}

function credits(made: Contributors): string {
  if (made.soloWork) return "Solo work";
  return made.songwriters
    .map((writer) => `${writer.firstName} ${writer.lastName} ${writer.percentage}%`)
    .join(", ");
}

function Group(props: { title: string; step: AnswerStep; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <div className={styles.groupHead}>
        <h2>{props.title}</h2>
        <Link to={`${stepOf(props.step).path}?return=review`} className={styles.change}>
          Change<VisuallyHidden> {props.title}</VisuallyHidden>
        </Link>
      </div>
      <dl className={styles.rows}>{props.children}</dl>
    </section>
  );
}

function Row({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{value || <span className={styles.quiet}>Not provided</span>}</dd>
    </div>
  );
}
