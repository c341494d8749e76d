import {
  anchorOf,
  applicableTexts,
  type Block,
  isList,
  type Label,
  type Passage,
  type Passages,
} from "~/reference/pages/page-content";
import { InlineText } from "./inline";

function PassageText({ passage, label }: { passage: Passage; label: Label }) {
  const texts = applicableTexts(passage, label);
  if (!isList(passage))
    return texts.map((text) => (
      <p key={text}>
        <InlineText text={text} label={label} />
      </p>
    ));
  return (
    <ul className="page-lines page-list">
      {texts.map((text) => (
        <li key={text}>
          <InlineText text={text} label={label} />
        </li>
      ))}
    </ul>
  );
}

export function PassageTexts({ text, label }: { text: Passages; label: Label }) {
  return [text]
    .flat()
    .map((passage) => (
      <PassageText key={JSON.stringify(passage)} passage={passage} label={label} />
    ));
}

function Entry({ title, text, label }: { title: string; text: Passages; label: Label }) {
  return (
    <>
      <h3>
        <InlineText text={title} label={label} />
      </h3>
      <div className="page-lines">
        <PassageTexts text={text} label={label} />
      </div>
    </>
  );
}

export function PageBlock({ block, label }: { block: Block; label: Label }) {
  if (typeof block === "string" || "when" in block || isList(block))
    return <PassageText passage={block} label={label} />;
  if ("steps" in block)
    return (
      <ol className="page-steps">
        {Object.entries(block.steps).map(([title, text]) => (
          <li key={title}>
            <Entry title={title} text={text} label={label} />
          </li>
        ))}
      </ol>
    );
  if ("questions" in block)
    return Object.entries(block.questions).map(([title, text]) => (
      <div key={title} id={anchorOf(title)} className="page-question">
        <Entry title={title} text={text} label={label} />
      </div>
    ));
  if ("terms" in block)
    return (
      <dl className="page-terms">
        {Object.entries(block.terms).map(([title, text]) => (
          <div key={title}>
            <dt>{block.code ? <code>{title}</code> : title}</dt>
            <dd className="page-lines">
              <PassageTexts text={text} label={label} />
            </dd>
          </div>
        ))}
      </dl>
    );
  return (
    <p>
      <a href={block.action.path} className="way-on">
        {block.action.text}
      </a>
    </p>
  );
}
