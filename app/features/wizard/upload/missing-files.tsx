import { Alert, Button, FileButton, Stack } from "@mantine/core";
import { useState } from "react";
import { WAV_ACCEPT } from "~/domain/uploads/file-rules";
import { matchMissing } from "~/domain/uploads/match-missing";
import { retryImport } from "../retry-import";
import { chooseFile } from "./choose-file";
import { uploads } from "./uploads.client";
import { useCountIn } from "./use-upload";

async function takeMissing(files: readonly File[]): Promise<number> {
  const { fingerprintOf } = await retryImport(
    () => import("~/domain/uploads/reading/ingest-file.client"),
  );
  const readFingerprint = (file: File) => fingerprintOf(file).catch(() => undefined);
  const missing = uploads.table.allStates().filter(({ phase }) => phase === "needs-file");
  const matches = await matchMissing(files, missing, readFingerprint);
  for (const { missing, file } of matches) chooseFile(missing.slot, missing.kind, file);
  return matches.length;
}

function resultText(count: number, matchCount: number): string | undefined {
  const others = count - matchCount;
  if (others === 0) return undefined;
  if (matchCount === 0) return "None of these is a missing file. Choose the same files as before.";
  return others === 1
    ? "1 of the files you chose isn't a missing one, so we left it out."
    : `${others} of the files you chose aren't missing ones, so we left them out.`;
}

/** After a reload: asks for all files at once that this device has not kept. */
export function MissingFiles() {
  const count = useCountIn("needs-file");
  const [text, setText] = useState<string>();
  if (count === 0 && !text) return null;
  return (
    <Alert color="waiting" role="status">
      <Stack gap="xs" align="flex-start">
        {count > 0 && (
          <>
            <p>
              {count === 1
                ? "1 file is only on your device. Choose it again, and it goes on where it stood."
                : `${count} files are only on your device. Choose them again in one go, and each goes on where it stood.`}
            </p>
            <FileButton
              multiple
              accept={`${WAV_ACCEPT},image/*`}
              onChange={(files) => {
                void takeMissing(files).then((matchCount) =>
                  setText(resultText(files.length, matchCount)),
                );
              }}
            >
              {(props) => (
                <Button {...props}>
                  {count === 1 ? "Choose the missing file" : `Choose the ${count} missing files`}
                </Button>
              )}
            </FileButton>
          </>
        )}
        {text && <p>{text}</p>}
      </Stack>
    </Alert>
  );
}
