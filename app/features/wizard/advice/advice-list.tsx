import { Box, Text, VisuallyHidden } from "@mantine/core";
import { fixTitleIntent } from "~/domain/submission/music/advice-intents";
import { IntentButton } from "~/ui/intent-button";
import layout from "../layout.module.css";
import tones from "../upload/tone.module.css";
import type { ShownAdvice } from "./shown-advice";

interface AdviceListProps {
  advice: readonly ShownAdvice[];
  /** The form that the buttons post; by default the one around them. */
  form?: string;
  /** The id of the element to show after a post without script. */
  landingId?: string | undefined;
}

/** What stores may reject, each with its reason, and a button where the change is plain. */
export function AdviceList({ advice, form, landingId }: AdviceListProps) {
  return (
    <Box component="ul" m={0} className={layout.plain}>
      {advice.map(({ rule, subject, text, why, isFixable }) => (
        <li key={rule}>
          <span className={tones.tone} data-tone="waiting">
            {text}
          </span>{" "}
          <Text span inherit c="dimmed">
            {why}
          </Text>
          {isFixable && (
            <div>
              <IntentButton
                intent={fixTitleIntent(rule, subject)}
                form={form}
                formAction={landingId === undefined ? undefined : `#${landingId}`}
                variant="default"
                size="compact-md"
                mih={44}
              >
                Change it<VisuallyHidden>: {text}</VisuallyHidden>
              </IntentButton>
            </div>
          )}
        </li>
      ))}
    </Box>
  );
}
