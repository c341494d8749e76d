import {
  anchorOf,
  type Block,
  type Label,
  type Titled,
  trueOf,
  type Words,
} from "~/reference/pages/page-content";
import { Inline } from "./inline";

const textsOf = (words: readonly Words[], label: Label) =>
  words.flatMap((one) => trueOf(one, label) ?? []);

function Paragraphs({ words, label }: { words: readonly Words[]; label: Label }) {
  return textsOf(words, label).map((text) => (
    <p key={text}>
      <Inline text={text} label={label} />
    </p>
  ));
}

/** Something with a name of its own below the heading of its section. */
function Entry({ entry: { title, text }, label }: { entry: Titled; label: Label }) {
  return (
    <>
      <h3>
        <Inline text={title} label={label} />
      </h3>
      <div className="page-answer">
        <Paragraphs words={text} label={label} />
      </div>
    </>
  );
}

/** One block of a section. */
export function PageBlock({ block, label }: { block: Block; label: Label }) {
  if (typeof block === "string" || "when" in block)
    return <Paragraphs words={[block]} label={label} />;
  if ("list" in block)
    return (
      <ul className="page-list">
        {textsOf(block.list, label).map((text) => (
          <li key={text}>
            <Inline text={text} label={label} />
          </li>
        ))}
      </ul>
    );
  if ("steps" in block)
    return (
      <ol className="page-steps">
        {block.steps.map((step) => (
          <li key={step.title}>
            <Entry entry={step} label={label} />
          </li>
        ))}
      </ol>
    );
  if ("questions" in block)
    return block.questions.map((question) => (
      <div key={question.title} id={anchorOf(question.title)} className="page-question">
        <Entry entry={question} label={label} />
      </div>
    ));
  if ("terms" in block)
    return (
      <dl className="page-terms">
        {block.terms.map(({ title, text }) => (
          <div key={title}>
            <dt>{block.code ? <code>{title}</code> : title}</dt>
            <dd>
              <Paragraphs words={text} label={label} />
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
