import { Form, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type {
  AgreementReply,
  AgreementView,
  SignedAgreement,
} from "~/artists/agreement/agreement-view";
import { DECLINED, EXPIRED } from "~/artists/agreement/signing-texts";
import { Button } from "~/components/controls";
import lists from "~/components/lists.module.css";
import notice from "~/components/notice-page.module.css";
import { StatusMark } from "~/components/status-chip";
import styles from "./agreement-panel.module.css";
import { AgreementText } from "./agreement-text";
import { PanelLinkButton } from "./panel-link-button";
import { PendingDocument } from "./pending-document";
import { SignDialog } from "./sign-dialog";

const STATES = {
  awaiting_signature: ["waiting", "Waiting for your signature"],
  signed: ["good", "Signed"],
  declined: ["bad", "Declined"],
  expired: ["bad", "Expired"],
} as const;

interface PanelProps {
  agreement: AgreementView;
  /** The page that this stands on, to come back to: `/dashboard?tab=1`. */
  here: string;
  /** What a form of the panel came back with. */
  reply?: AgreementReply | undefined;
  /** Which heading fits the page around it. */
  heading?: "h1" | "h2";
}

/** The agreement of an artist: its text, how it stands, and the way to sign it. */
export function AgreementPanel({ agreement, here, reply, heading: H = "h2" }: PanelProps) {
  const [params] = useSearchParams();
  const { state, paragraphs, earlier, until } = agreement;
  const [tone, word] = STATES[state];
  const below = H === "h1" ? "h2" : "h3";
  const step = params.get("contract") ?? "";
  const signs = state === "awaiting_signature" && ["open", "sign", "here"].includes(step);
  const trouble = signs ? undefined : (reply?.trouble ?? agreement.trouble);
  return (
    <section
      aria-labelledby="agreement"
      className={styles.panel}
      data-alone={H === "h1" || undefined}
    >
      <header className={lists.headed}>
        <H id="agreement">Artist Agreement</H>
        <p>
          <StatusMark tone={tone}>{word}</StatusMark>
        </p>
      </header>
      {earlier.length > 0 && state !== "signed" && (
        <p className={styles.said}>
          Our agreement has a new version. The one you signed on {earlier[0]?.signedOn} is kept
          below; please read and sign this one, too.
        </p>
      )}
      {trouble && state !== "declined" && state !== "expired" && (
        <Wrong text={trouble}>
          <PanelLinkButton here={here}>Retry</PanelLinkButton>
        </Wrong>
      )}
      {(state === "declined" || state === "expired") && (
        <Wrong text={state === "declined" ? DECLINED : EXPIRED}>
          <Form method="post" action="/agreement?contract=again" preventScrollReset>
            <input type="hidden" name="to" value={here} />
            <Button type="submit" name="intent" value="again">
              Try Again
            </Button>
          </Form>
        </Wrong>
      )}
      {/* Above the text: where it cannot lie over it, nobody scrolls to find it. */}
      {signs && <SignDialog agreement={agreement} here={here} reply={reply} step={step} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has a keyboard alone scrolls it by its focus. */}
      <section aria-label="Contract text" tabIndex={0} className={styles.scroll}>
        <AgreementText paragraphs={paragraphs} level={below} />
      </section>
      {state === "awaiting_signature" && (
        <div className={styles.actions}>
          <PanelLinkButton here={here} contract="open" id="view-contract" main>
            View Contract
          </PanelLinkButton>
          <p className={notice.small}>It can be signed until {until}.</p>
        </div>
      )}
      {agreement.signed && (
        <Signed signed={agreement.signed} isOurs={agreement.provider === "portal"} here={here} />
      )}
      {earlier.length > 0 && <Earlier earlier={earlier} heading={below} />}
    </section>
  );
}

function Wrong({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles.wrong}>
      <p data-wrong>{text}</p>
      {children}
    </div>
  );
}

interface SignedProps {
  signed: SignedAgreement;
  /** Whether we make the PDF, rather than Dropbox Sign. */
  isOurs: boolean;
  here: string;
}

function Signed({ signed, isOurs, here }: SignedProps) {
  const { signedOn, name, file, hash, version } = signed;
  return (
    <>
      <dl className={`${notice.facts} ${styles.facts}`}>
        <dt>Signed on</dt>
        <dd>{signedOn}</dd>
        {name && (
          <>
            <dt>Signed by</dt>
            <dd>{name}</dd>
          </>
        )}
        <dt>Version</dt>
        <dd>{version}</dd>
        {hash && (
          <>
            <dt>SHA-256 of the PDF</dt>
            <dd className={styles.hash}>{hash}</dd>
          </>
        )}
      </dl>
      <div className={styles.actions}>
        <Button disabled>Agreement Signed</Button>
        {file ? (
          <a href={file} download className={styles.file}>
            Download your signed agreement (PDF)
          </a>
        ) : isOurs ? (
          <PendingDocument here={here} />
        ) : (
          <p className={notice.small}>
            The signed PDF is being prepared. Look again in a few minutes.
          </p>
        )}
      </div>
    </>
  );
}

/** What was signed of earlier versions, which stays as it was. */
function Earlier({
  earlier,
  heading: H,
}: {
  earlier: readonly SignedAgreement[];
  heading: "h2" | "h3";
}) {
  return (
    <section aria-labelledby="earlier-agreements" className={styles.earlier}>
      <H id="earlier-agreements">Signed before</H>
      <ul>
        {earlier.map(({ signedOn, version, file }) => (
          <li key={`${version} ${signedOn}`}>
            {file ? (
              <a href={file} download>
                Version {version}, signed on {signedOn} (PDF)
              </a>
            ) : (
              `Version ${version}, signed on ${signedOn}`
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
