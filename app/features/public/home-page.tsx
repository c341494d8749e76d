import type { ImageVariants } from "~/reference/image-mapping";
import { home } from "~/reference/pages/home";
import { homePicture } from "~/reference/pages/page-pictures";
import { RunOutGroove } from "./run-out";
import { SitePicture } from "./site-picture";
import { WoodRecord } from "./wood-record";

/** Keeps a range of days on one line. */
function keepTogether(text: string) {
  return text.split(/((?<!\d)\d+-\d+ business days)/).map((part) =>
    /^\d/.test(part) ? (
      <span key={part} className="home-together">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

const { original, alt, width, height } = homePicture;
const closeUp = { original, alt, width, height };

interface HomePageProps {
  brand: string;
  /** The sizes of its picture; undefined if they are unknown. */
  picture: ImageVariants | undefined;
}

/** The home page, laid out as a record: front and back of the sleeve, liner notes, run-out groove. */
export function HomePage({ brand, picture }: HomePageProps) {
  return (
    <div className="page home frame-wide">
      <header className="home-front">
        <div className="page-rows">
          <h1>{home.heading}</h1>
          <p className="page-lead">{keepTogether(home.lead)}</p>
          <p>
            <a href={home.action.path} className="way-on">
              {home.action.text}
            </a>
          </p>
          <p className="page-small">{home.before}</p>
        </div>
        <WoodRecord seed={brand} name={brand} />
      </header>
      <div className="home-columns">
        {home.sides.map(({ name, about, lines }, side) => (
          <section key={name} aria-labelledby={`side-${side + 1}`}>
            <h2 id={`side-${side + 1}`}>
              {name} <span className="page-small">{about}</span>
            </h2>
            <ol>
              {lines.map(({ title, text, takes }, n) => (
                <li key={title}>
                  <span className="page-number" aria-hidden="true">
                    {"AB"[side]}
                    {n + 1}
                  </span>
                  <div>
                    <p className="home-line">
                      <strong>{title}</strong>{" "}
                      <span className="page-small home-together">{takes}</span>
                    </p>
                    <p>{text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <section className="page-rows" aria-labelledby="needs">
        <h2 id="needs">What to have ready</h2>
        <ul className="home-few">
          {home.figures.map(({ figure, text }) => (
            <li key={figure}>
              <strong className="home-figure">{figure}</strong>{" "}
              <span className="page-small">{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="home-close">
        <SitePicture {...closeUp} variants={picture} sizes="100vw" />
      </div>
      <section className="page-rows" aria-labelledby="notes">
        <h2 id="notes">Liner notes</h2>
        <div className="home-few">
          {home.notes.map(({ title, text }) => (
            <div key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
        <p>
          <a href={home.more.path}>{home.more.text}</a>
        </p>
      </section>
      <section className="page-turn" aria-labelledby="last">
        <h2 id="last">{home.last.heading}</h2>
        <p>{home.last.text}</p>
        <p>
          <a href={home.action.path} className="way-on">
            {home.last.action}
          </a>
        </p>
        <RunOutGroove text={home.inscription} />
      </section>
    </div>
  );
}
