import { longDate } from "~/platform/formats/dates";
import { RunOutGroove } from "../run-out";
import { WoodCut } from "../wood-cut";
import { ExternalLinks } from "./release-page";

export interface ArtistPageProps {
  artist: {
    artistId: string;
    name: string;
    place: string;
    biography: string;
    links: { name: string; href: string }[];
    picture?: string | undefined;
  };
  releases: { id: string; title: string; type: string; date: string; cover: string | undefined }[];
  brand: string;
  /** The address of the site, without a path. */
  site: string;
}

/** The public page of an artist: profile and releases. */
export function ArtistPage({ artist, releases, brand }: ArtistPageProps) {
  const { name, place, biography, links, picture } = artist;
  return (
    <article className="page frame-wide">
      <header className={picture ? "release-head" : "wood-head"}>
        <div className="page-rows">
          <p className="eyebrow">{place || `With ${brand}`}</p>
          <h1>{name}</h1>
          {biography && <p className="release-biography">{biography}</p>}
          {links.length > 0 && <ExternalLinks links={links} />}
        </div>
        {picture ? (
          <div className="release-sleeve">
            <img src={picture} alt={name} width={640} height={640} />
          </div>
        ) : (
          <WoodCut seed={name} wide />
        )}
      </header>
      <section className="page-rows" aria-labelledby="releases">
        <h2 id="releases">Releases</h2>
        {releases.length === 0 ? (
          <p>Nothing is out yet.</p>
        ) : (
          <ul className="release-grid">
            {releases.map(({ id, title, type, date, cover }) => (
              <li key={id}>
                <a href={`/details/${id}`}>
                  <span className="release-sleeve">
                    {cover ? (
                      <img src={cover} alt="" width={320} height={320} loading="lazy" />
                    ) : (
                      <WoodCut seed={title} />
                    )}
                  </span>
                  {title}
                </a>
                <p className="page-small">
                  {[type, date && longDate(date)].filter(Boolean).join(", ")}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      <RunOutGroove text={`${name} — ${brand}`} />
    </article>
  );
}
