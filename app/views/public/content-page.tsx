import { anchorOf, filled, type Label, type PageContent } from "~/reference/pages/page-content";
import { Inline } from "./inline";
import { PageBlock } from "./page-blocks";
import { WoodCut } from "./wood-cut";

interface ContentPageProps {
  content: PageContent;
  label: Label;
}

/** A page that is there to be read: what it is about, its contents, its sections. */
export function ContentPage({ content, label }: ContentPageProps) {
  const { title, lead, legal, sections } = content;
  return (
    <article className={legal ? "page page-legal" : "page"}>
      <header className="page-head">
        <div>
          <h1>{filled(title, label)}</h1>
          <p className="page-lead">
            <Inline text={lead} label={label} />
          </p>
          {legal && <p className="page-updated">Last updated {legal.updated}</p>}
        </div>
        {!legal && <WoodCut seed={title} />}
      </header>
      <div className="page-body">
        <details className="page-contents-narrow">
          <summary>On this page</summary>
          <Contents {...{ content, label }} />
        </details>
        <nav aria-label="On this page" className="page-contents">
          <Contents {...{ content, label }} />
        </nav>
        <div className="page-sections">
          {sections.map(({ heading, blocks }, n) => (
            <section key={heading} id={anchorOf(heading)}>
              <h2>
                {legal && <span className="page-number">{n + 1}. </span>}
                {filled(heading, label)}
              </h2>
              {blocks.map((block) => (
                <PageBlock key={JSON.stringify(block)} block={block} label={label} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}

/** Links to the sections, numbered as they are. */
function Contents({ content: { sections, legal }, label }: ContentPageProps) {
  return (
    <ol className={legal ? "page-numbered" : undefined}>
      {sections.map(({ heading }) => (
        <li key={heading}>
          <a href={`#${anchorOf(heading)}`}>{filled(heading, label)}</a>
        </li>
      ))}
    </ol>
  );
}
