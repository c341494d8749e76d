import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import type { FoundReleases } from "~/catalogue/catalogue-search";
import { checkReleaseLink, releaseLink, shortLinkHint } from "~/catalogue/spotify-link";
import { Button, TextInput } from "~/components/controls";
import { fieldId } from "~/components/field";
import { useFormReply } from "~/components/form-reply";
import styles from "./adder.module.css";
import type { Adding } from "./use-adding";

const NAME = "catalogueUrl";

/** Adds a release by its link. */
export function UrlPanel(props: { found: FoundReleases | undefined; adding: Adding }) {
  const { found, adding } = props;
  const { errors } = useFormReply();
  // What the link itself says is newer than what the form said of it.
  const [told, setTold] = useState<{ error?: string; hint?: string }>();
  const input = useRef<HTMLInputElement>(null);

  async function add(event: MouseEvent | KeyboardEvent): Promise<void> {
    event.preventDefault();
    const link = input.current?.value ?? "";
    const release = releaseLink(link);
    setTold({ error: checkReleaseLink(link), hint: shortLinkHint(link) });
    if (!release) return input.current?.focus();
    const isAdded = await adding.addLink(release);
    if (isAdded && input.current?.value === link) input.current.value = "";
  }

  return (
    <>
      <div className={styles.ask}>
        <TextInput
          ref={input}
          id={fieldId(NAME)}
          name={NAME}
          label="Spotify URL of a track or album"
          description="Such as open.spotify.com/album/..."
          error={told ? told.error : errors[NAME]?.text}
          defaultValue={found?.url}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onInput={() => setTold({})}
          onKeyDown={(event) => event.key === "Enter" && void add(event)}
        />
        <Button
          type="submit"
          name="intent"
          value="add-url"
          formAction="#catalogue"
          variant="default"
          onClick={(event) => void add(event)}
        >
          Add
        </Button>
      </div>
      {told?.hint && <p className={styles.muted}>{told.hint}</p>}
    </>
  );
}
