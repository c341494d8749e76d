import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import { useHydrated } from "./use-hydrated";
import { useOnMountAndChange } from "./use-on-change";

interface LinkBoxProps {
  url: string;
  label?: string;
  /** Whether it leaves the focus where it is; it takes it when it appears otherwise. */
  isQuiet?: boolean;
}

/** A link to copy, by its button or by hand. */
export function LinkBox({ url, label = "Your link", isQuiet = false }: LinkBoxProps) {
  const scripted = useHydrated();
  const [notice, setNotice] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useOnMountAndChange(url, () => {
    setNotice("");
    if (isQuiet) return;
    input.current?.focus();
    input.current?.select();
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
    <Stack gap="xs">
      <Group align="flex-end">
        <TextInput
          type="text"
          flex="1 1 240px"
          ref={input}
          id={id}
          label={label}
          value={url}
          readOnly
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        {scripted && (
          <Button variant="default" mih={44} onClick={copy}>
            Copy link
          </Button>
        )}
      </Group>
      <Text role="status" c="var(--good)" fw={600}>
        {notice}
      </Text>
    </Stack>
  );
}
