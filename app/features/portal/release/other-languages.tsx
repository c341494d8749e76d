import { type SyntheticEvent, useMemo } from "react";
import { TextField } from "~/ui/field";
import { optionList, optionTexts } from "~/ui/option-list";

export type LanguageSuggestions = readonly (readonly [english: string, own: string])[];

const LIST = "languages";

/** Browsers compare the list with the whole field, so what stands before the last comma is put before each name. */
function suggestAfterComma({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const before = /^.*,/.exec(input.value)?.[0] ?? "";
  for (const option of input.list?.options ?? []) {
    const name = option.dataset.name ?? option.value;
    option.dataset.name = name;
    option.value = before ? `${before} ${name}` : name;
  }
}

/** Languages in words, with a list to choose from: the page's `LanguageList`. */
export function OtherLanguagesField({ name, hint }: { name: string; hint: string }) {
  return (
    <TextField
      name={name}
      label="Other languages"
      hint={hint}
      optional
      list={LIST}
      onFocus={suggestAfterComma}
      onInput={suggestAfterComma}
    />
  );
}

/** One list for all such fields of a page. */
export function LanguageList({ languages }: { languages: LanguageSuggestions }) {
  const html = useMemo(() => ({ __html: optionList(optionTexts(languages)) }), [languages]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are escaped by `optionTexts`.
  return <datalist id={LIST} dangerouslySetInnerHTML={html} />;
}
