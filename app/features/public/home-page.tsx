import { type Icon, IconCalendar, IconPhoto, IconUsers, IconWaveSine } from "@tabler/icons-react";
import type { TeamMember } from "~/platform/team-setting";
import type { ImageVariants } from "~/reference/image-mapping";
import { faq } from "~/reference/pages/faq";
import { home } from "~/reference/pages/home";
import { anchorOf, type Label, questionsOf } from "~/reference/pages/page-content";
import { homePicture } from "~/reference/pages/page-pictures";
import { InlineText } from "./inline";
import { PassageTexts } from "./page-blocks";
import { Roster } from "./release/catalogue";
import type { showShelf } from "./release/public-pages.server";
import { SitePicture } from "./site-picture";
import { WoodCut } from "./wood-cut";
import { WoodRecord } from "./wood-record";

type Shelf = Awaited<ReturnType<typeof showShelf>>;

interface HomePageProps {
  label: Label;
  /** The sizes of its picture; undefined if they are unknown. */
  picture: ImageVariants | undefined;
  /** What is out on the label; undefined if it can't be read. */
  shelf: Shelf | undefined;
  /** Who listens, as the label's settings name them. */
  team: readonly TeamMember[] | undefined;
  isSignedIn: boolean;
}

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

const needIcons: Record<(typeof home.needs)[number]["icon"], Icon> = {
  sound: IconWaveSine,
  picture: IconPhoto,
  date: IconCalendar,
  people: IconUsers,
};

const questions = questionsOf(faq).filter(([title]) =>
  home.questions.some((each) => each === title),
);

/** The home page: the record and its sleeve, who listens, what is out, what to have ready. */
export function HomePage({ label, picture, shelf, team = [], isSignedIn }: HomePageProps) {
  return (
    <div className="page home frame-wide">
      <Front label={label} shelf={shelf} />
      <WhoListens label={label} team={team} />
      {shelf && <OutNow label={label} shelf={shelf} />}
      <Sides />
      <section className="page-rows" aria-labelledby="needs">
        <h2 id="needs">What to have ready</h2>
        <ul className="home-few">
          {home.needs.map(({ icon, figure, text }) => {
            const NeedIcon = needIcons[icon];
            return (
              <li key={figure}>
                <NeedIcon stroke={1.75} aria-hidden="true" />
                <strong className="home-figure">{figure}</strong>{" "}
                <span className="page-small">{text}</span>
              </li>
            );
          })}
        </ul>
      </section>
      <section className="home-split" aria-labelledby="yours">
        <h2 id="yours">{home.rights.heading}</h2>
        <div className="page-rows">
          <p className="home-pledge">{home.rights.pledge}</p>
          <p className="page-small">
            <InlineText text={home.rights.text} label={label} />
          </p>
        </div>
      </section>
      <Questions label={label} isSignedIn={isSignedIn} />
      <section className="home-close" aria-labelledby="last">
        <SitePicture {...homePicture} variants={picture} sizes="100vw" />
        <div>
          <h2 id="last">{home.last.heading}</h2>
          <p>{home.last.text}</p>
          <a href={home.action.path} className="way-on">
            {home.last.action}
          </a>
        </div>
      </section>
    </div>
  );
}

function Front({ label: { brand }, shelf }: { label: Label; shelf: Shelf | undefined }) {
  const newest = shelf?.releases[0];
  const cover = newest && shelf?.covers[newest.id];
  return (
    <header className="home-front">
      <div className="page-rows">
        <h1>{home.heading}</h1>
        <p className="page-lead">{keepTogether(home.lead)}</p>
        <p className="home-actions">
          <a href={home.action.path} className="way-on">
            {home.action.text}
          </a>
          <a href="#who-listens">{home.listeners.link}</a>
        </p>
        <p className="page-small">{home.before}</p>
      </div>
      <figure className="home-turn" data-alone={cover ? undefined : ""}>
        {cover && <img src={cover} alt={`Artwork of ${newest.title}`} width={650} height={650} />}
        <WoodRecord seed={brand} name={brand} />
        {newest && (
          <figcaption>
            Out now on {brand}: <a href={`/details/${newest.id}`}>{newest.title}</a> by{" "}
            {newest.artistName}
          </figcaption>
        )}
      </figure>
    </header>
  );
}

function WhoListens({ label, team }: { label: Label; team: readonly TeamMember[] }) {
  return (
    <section id="who-listens" className="home-split" aria-labelledby="listeners">
      <div className="page-rows">
        <h2 id="listeners">{home.listeners.heading}</h2>
        <p>
          <InlineText text={home.listeners.text} label={label} />
        </p>
      </div>
      {team.length > 0 && (
        <ul className="home-people">
          {team.map(({ name, role, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <strong>{role}</strong>
              <p className="page-small">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The latest releases as covers, and the artists; nothing while there are none. */
function OutNow({ label: { brand, about }, shelf }: { label: Label; shelf: Shelf }) {
  const { releases, artists, covers } = shelf;
  if (releases.length + artists.length === 0) return null;
  return (
    <section className="page-rows" aria-labelledby="out">
      <div className="home-line">
        <h2 id="out">Out on {brand}</h2>
        <a href={about}>All artists and releases</a>
      </div>
      {releases.length > 0 && (
        <ul className="home-shelf">
          {releases.map(({ id, title, artistName }) => (
            <li key={id}>
              <a href={`/details/${id}`}>
                {covers[id] ? (
                  <img src={covers[id]} alt="" width={650} height={650} loading="lazy" />
                ) : (
                  <WoodCut seed={title} />
                )}
                <strong>{title}</strong>
              </a>
              <span className="page-small">{artistName}</span>
            </li>
          ))}
        </ul>
      )}
      {artists.length > 0 && <Roster artists={artists} />}
    </section>
  );
}

/** The two sides of the record: what artists do, and what the label does. */
function Sides() {
  return (
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
                  <p className="page-small">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Some of the FAQ, and the way in for those who are artists of the label already. */
function Questions({ label, isSignedIn }: { label: Label; isSignedIn: boolean }) {
  return (
    <section className="home-split" aria-labelledby="questions">
      <div className="page-rows">
        <h2 id="questions">Questions</h2>
        <p>
          <a href="/faq">All questions and answers</a>
        </p>
        <div className="home-already">
          <strong>{home.already.heading}</strong>
          <p className="page-small">{home.already.text}</p>
          <a href={isSignedIn ? "/dashboard" : "/login"} className="way-on way-on-quiet">
            {isSignedIn ? "Your submissions" : "Artist sign-in"}
          </a>
        </div>
      </div>
      <div>
        {questions.map(([title, text]) => (
          <details key={title} name="question" className="home-question">
            <summary id={anchorOf(title)}>{title}</summary>
            <PassageTexts text={text} label={label} />
          </details>
        ))}
      </div>
    </section>
  );
}
