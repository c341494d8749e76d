import type { ReactNode } from "react";
import {
  anchorOf,
  fillPlaceholders,
  type Label,
  type PageContent,
} from "~/reference/pages/page-content";
import { InlineText } from "./inline";
import { PageBlock } from "./page-blocks";
import { RunOutGroove } from "./run-out";
import { WoodCut } from "./wood-cut";

interface ContentPageProps {
  content: PageContent;
  label: Label;
}

/**
 * A static page: header, contents, sections, link to the next page.
 * @param children sections of its own besides its texts.
 */
export function ContentPage({
  content,
  label,
  children,
}: ContentPageProps & { children?: ReactNode }) {
  const { title, lead, legal, next, sections } = content;
  return (
    <article className={legal ? "page page-legal" : "page frame-wide"}>
      <header className={legal ? undefined : "wood-head"}>
        <div className="page-rows">
          <h1>{fillPlaceholders(title, label)}</h1>
          <p className="page-lead">
            <InlineText text={lead} label={label} />
          </p>
          {legal && <p className="page-small">Last updated {legal.updated}</p>}
        </div>
        {!legal && <WoodCut seed={title} wide />}
      </header>
      <div className="page-body">
        <details className="page-contents-narrow">
          <summary>On this page</summary>
          <Contents content={content} label={label} />
        </details>
        <nav aria-label="On this page" className="page-contents">
          <Contents content={content} label={label} />
        </nav>
        <div className="page-sections">
          {Object.entries(sections).map(([heading, blocks], n) => (
            <section key={heading} id={anchorOf(heading)}>
              <h2>
                <Mark content={content} n={n} />
                {fillPlaceholders(heading, label)}
              </h2>
              {blocks.map((block) => (
                <PageBlock key={JSON.stringify(block)} block={block} label={label} />
              ))}
            </section>
          ))}
          {children}
        </div>
      </div>
      {next && (
        <footer className="page-turn">
          <p>{next.before}</p>
          <a href={fillPlaceholders(next.path, label)}>{fillPlaceholders(next.text, label)}</a>
          <RunOutGroove text={next.inscription} />
        </footer>
      )}
    </article>
  );
}

/** The number of a section: a plain one on legal pages, elsewhere with the side of the record. */
function Mark({ content: { legal, side }, n }: { content: PageContent; n: number }) {
  if (legal) return <span className="page-number">{n + 1}. </span>;
  return (
    <span className="page-number" aria-hidden="true">
      {side}
      {n + 1}
    </span>
  );
}

function Contents({ content, label }: ContentPageProps) {
  return (
    <ol>
      {Object.keys(content.sections).map((heading, n) => (
        <li key={heading}>
          <a href={`#${anchorOf(heading)}`}>
            <Mark content={content} n={n} />
            {fillPlaceholders(heading, label)}
          </a>
        </li>
      ))}
    </ol>
  );
}
