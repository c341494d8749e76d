import type { PublicRelease } from "~/domain/publishing/public-release";
import { longDate } from "~/platform/formats/dates";
import { RunOutGroove } from "../run-out";
import { WoodCut } from "../wood-cut";
import { WoodRecord } from "../wood-record";

export interface ReleasePageProps {
  release: PublicRelease;
  /** The address of its preview, if there is one. */
  cover: string | undefined;
  /** The artist's id, if the artist has a public page. */
  artistId: string | undefined;
  brand: string;
  /** The address of the site, without a path. */
  site: string;
  /** On a private link: for whom, and the address of each track's sound, empty where there is none. */
  listening?: {
    recipient: string;
    until: string;
    canDownload: boolean;
    sources: readonly string[];
  };
}

/** The public page of a release: cover, tracks and credits. */
export function ReleasePage({ release, cover, artistId, brand, listening }: ReleasePageProps) {
  const { title, type, artistName, date, genres, tracks, links } = release;
  return (
    <article className="page frame-wide">
      <header className="release-head">
        <div className="release-cover">
          <WoodRecord seed={title} />
          <div className="release-sleeve">
            {cover ? (
              <img
                src={cover}
                alt={`Artwork of ${title} by ${artistName}`}
                width={650}
                height={650}
              />
            ) : (
              <WoodCut seed={title} />
            )}
          </div>
        </div>
        <div className="page-rows">
          <p className="eyebrow">{[type, ...genres].join(" · ")}</p>
          <h1>{title}</h1>
          <p className="page-lead">
            {artistId ? <a href={`/artist/${artistId}`}>{artistName}</a> : artistName}
          </p>
          <dl className="release-facts">
            <div>
              <dt className="page-small">Release Date</dt>
              <dd>{date ? longDate(date) : "TBD"}</dd>
            </div>
            <div>
              <dt className="page-small">Label</dt>
              <dd>{brand}</dd>
            </div>
          </dl>
          {links.length > 0 && <ExternalLinks links={links} />}
          {listening && (
            <p>
              For {listening.recipient} alone, until {listening.until}. Please don't pass this link
              on: the music is not out yet.
            </p>
          )}
        </div>
      </header>
      {tracks.length > 0 && (
        <section className="page-rows" aria-labelledby="tracks">
          <h2 id="tracks">Tracks and credits</h2>
          <ol className="release-tracks">
            {tracks.map(({ title: name, credits }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two tracks may have the same title, and tracks never move.
              <li key={index}>
                <h3>{name || `Track ${index + 1}`}</h3>
                {credits.length > 0 && (
                  <dl className="page-lines">
                    {credits.map(({ role, names }) => (
                      <div key={role}>
                        <dt className="page-small">{role}</dt>
                        <dd>{names.join(", ")}</dd>
                      </div>
                    ))}
                  </dl>
                )}
                {listening?.sources[index] && (
                  <Sound
                    name={name || `Track ${index + 1}`}
                    src={listening.sources[index]}
                    canDownload={listening.canDownload}
                  />
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      <RunOutGroove text={`${artistName} — ${title}`} />
    </article>
  );
}

/** The browser's own player: this page has no scripts. */
function Sound({ name, src, canDownload }: { name: string; src: string; canDownload: boolean }) {
  return (
    <div className="release-sound">
      {/* biome-ignore lint/a11y/useMediaCaption: music, whose words we do not have in time. */}
      <audio
        controls
        controlsList={canDownload ? undefined : "nodownload"}
        preload="none"
        src={src}
        aria-label={name}
      />
      {canDownload && (
        <a href={src} download>
          Download {name}
        </a>
      )}
    </div>
  );
}

export function ExternalLinks({ links }: { links: readonly { name: string; href: string }[] }) {
  return (
    <ul className="release-links">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a href={href} rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
