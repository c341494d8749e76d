import type { ComparedField } from "~/domain/review/compare-versions";
import { FormSection } from "~/ui/form-section";
import summary from "../summary.module.css";

/** What is different from what was sent before, as it was and as it is. */
export function SentChanges({ changes }: { changes: readonly ComparedField[] }) {
  return (
    <FormSection title="What you changed">
      {changes.length === 0 ? (
        <p>Nothing yet: this is the same as what you sent before.</p>
      ) : (
        <dl>
          {changes.map(({ field, before, now }) => (
            <div key={field} className={summary.row}>
              <dt>{field}</dt>
              <dd>
                <del>{before || "Nothing"}</del> <ins>{now || "Nothing"}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </FormSection>
  );
}
