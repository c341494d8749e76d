import { Group, Radio, Text } from "@mantine/core";
import { useValuesReplaced } from "~/ui/field";
import { checkRadio } from "~/ui/form-dom";
import { useFormReply } from "~/ui/form-reply-context";
import { IntentButton } from "~/ui/intent-button";
import { useHydrated } from "~/ui/use-hydrated";
import styles from "./radio-cards.module.css";

interface RadioCardsProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string; hint: string }[];
  /** The chosen value as of the last render. */
  value: string;
}

/** Whether all hints are so short that three cards fit side by side on a phone. */
function isShort(options: RadioCardsProps["options"]): boolean {
  return options.every(({ hint }) => hint.length < 12);
}

/** A choice that changes the form: at once with script, by a button without. */
export function RadioCards({ name, legend, options, value }: RadioCardsProps) {
  const scripted = useHydrated();
  const { press } = useFormReply();
  useValuesReplaced(() => checkRadio(name, value));
  return (
    <fieldset aria-labelledby={`${name}-legend`}>
      {/* The button is beside the legend, so that nothing moves when it is removed. */}
      <Group justify="space-between" mih={44} mt={-8} mb={4}>
        <Text id={`${name}-legend`} fw={600}>
          {legend}
        </Text>
        {!scripted && (
          <IntentButton intent="update" variant="default" mih={44}>
            Update the page
          </IntentButton>
        )}
      </Group>
      <div className={styles.cards} data-short={isShort(options) || undefined}>
        {options.map((option) => {
          const id = `${name}-${option.value}`;
          return (
            <Radio
              key={option.value}
              id={id}
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
              size="sm"
              label={option.label}
              description={<span id={`${id}-hint`}>{option.hint}</span>}
              aria-describedby={`${id}-hint`}
              className={styles.card}
              styles={{
                // Side by side where there is room.
                labelWrapper: { flexFlow: "row wrap", alignItems: "baseline" },
                label: { fontWeight: 600, fontSize: "var(--text-m)" },
              }}
              onChange={() => press("update")}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
