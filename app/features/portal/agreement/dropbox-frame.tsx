import { Alert, Group } from "@mantine/core";
import { useNavigate, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { AgreementReply } from "~/domain/artists/agreement/agreement-view";
import { NO_SIGN_URL } from "~/domain/artists/agreement/signing-texts";
import styles from "./agreement-panel.module.css";
import { PanelLinkButton } from "./panel-link-button";
import { SignHere } from "./sign-here";

interface FrameProps {
  embedded: NonNullable<AgreementReply["embedded"]>;
  /** The id of the signature request. */
  id: string;
  currentPath: string;
}

/**
 * Dropbox Sign's page embedded in ours. Its script is loaded only here; the server asks Dropbox Sign for the
 * outcome.
 */
export function DropboxFrame({ embedded, id, currentPath }: FrameProps) {
  const frameBox = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const submit = useSubmit();
  const navigate = useNavigate();
  const { url, clientId, testMode } = embedded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address opens once, and never again.
  useEffect(() => {
    let [client, isOver]: [{ close(): void } | undefined, boolean] = [undefined, false];
    const finish = (outcome: string) => {
      if (isOver) return;
      isOver = true;
      submit(
        { intent: "check", request: id, to: currentPath, done: outcome },
        { method: "post", action: "/agreement?contract=done", preventScrollReset: true },
      );
    };
    void import("./signing-client.client")
      .then(({ createSigningClient }) => {
        if (isOver || !frameBox.current) return;
        const frame = createSigningClient({ clientId, skipDomainVerification: testMode });
        client = frame;
        frame.on("finish", () => finish("signed"));
        frame.on("decline", () => finish("declined"));
        frame.on("cancel", () => navigate(currentPath, { preventScrollReset: true }));
        frame.on("error", () => setFailed(true));
        frame.open(url, { container: frameBox.current, allowCancel: true });
      })
      .catch(() => setFailed(true));
    return () => {
      isOver = true;
      client?.close();
    };
  }, []);
  return (
    <>
      {failed ? (
        <Alert color="bad">
          <p data-wrong>{NO_SIGN_URL}</p>
        </Alert>
      ) : (
        <div ref={frameBox} className={styles.frame} aria-live="polite" />
      )}
      <div className="without-scripts">
        <SignHere currentPath={currentPath} />
      </div>
      <Group>
        {failed && (
          <PanelLinkButton currentPath={currentPath} contract="open" isPrimary>
            Retry
          </PanelLinkButton>
        )}
        <PanelLinkButton currentPath={currentPath}>Cancel</PanelLinkButton>
      </Group>
    </>
  );
}
