import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import styles from "./link-box.module.css";
import { useHydrated } from "./use-hydrated";
import { useOnMountAndChange } from "./use-on-change";

/** A link to copy, by its button or by hand. Takes the focus when it appears. */
export function LinkBox({ url, label = "Your link" }: { url: string; label?: string }) {
  const scripted = useHydrated();
  const [notice, setNotice] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useOnMountAndChange(url, () => {
    input.current?.focus();
    input.current?.select();
    setNotice("");
  });

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setNotice("Link copied.");
    } catch {
      input.current?.select();
      setNotice("Your browser did not allow that. The link is selected, so copy it yourself.");
    }
  }

  return (
    <div className={styles.box}>
      <TextInput
        ref={input}
        id="resume-link"
        label={label}
        value={url}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      {scripted && (
        <Button variant="default" onClick={copy}>
          Copy link
        </Button>
      )}
      <p role="status" className={styles.news}>
        {notice}
      </p>
    </div>
  );
}
