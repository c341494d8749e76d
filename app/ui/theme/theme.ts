import type { MantineColorsTuple, MantineThemeOverride } from "@mantine/core";
import styles from "./mantine.module.css";

/** Ten times one variable of `tokens.css`, which follows the system's colour scheme without script. */
const shades = (variable: string): MantineColorsTuple => {
  const shade = `var(${variable})`;
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];
};

const md = { defaultProps: { size: "md" } };

/** The parts of a control with its label, the same for checkboxes and radios. */
const choiceParts = {
  label: styles.choiceLabel,
  inner: styles.choiceInner,
  description: styles.choiceDescription,
  icon: styles.choiceIcon,
};

/**
 * What Mantine's components look like by default. Colours, fonts and spaces are CSS variables of `tokens.css`.
 * Components are named, not imported: every page would load those that it does not have.
 */
export const theme: MantineThemeOverride = {
  primaryColor: "mahogany",
  colors: {
    mahogany: shades("--accent"),
    good: shades("--good"),
    waiting: shades("--waiting"),
    bad: shades("--bad"),
  },
  components: {
    Input: {
      classNames: { input: styles.input },
      vars: () => ({ wrapper: { "--input-height": "var(--target)" } }),
    },
    InputBase: md,
    InputWrapper: {
      ...md,
      classNames: {
        label: styles.label,
        description: styles.description,
        error: styles.error,
      },
    },
    Checkbox: {
      ...md,
      classNames: {
        ...choiceParts,
        label: `${styles.choiceLabel} ${styles.checkboxLabel}`,
        input: styles.choice,
      },
    },
    Radio: { ...md, classNames: { ...choiceParts, radio: styles.choice } },
    NativeSelect: md,
    TextInput: { defaultProps: { size: "md", type: "text" } },
    Textarea: md,
    Button: {
      classNames: {
        root: styles.button,
        inner: styles.buttonInner,
        label: styles.buttonLabel,
        section: styles.buttonSection,
      },
    },
    ActionIcon: {
      defaultProps: { color: "gray" },
      vars: () => ({ root: { "--ai-size": "var(--target)" } }),
    },
    Kbd: { vars: () => ({ root: { "--kbd-fz": "11px", "--kbd-padding": "0 5px" } }) },
    Paper: { defaultProps: { withBorder: true }, classNames: { root: styles.paper } },
    Stack: { defaultProps: { gap: "sm" }, classNames: { root: styles.stack } },
    Group: { defaultProps: { gap: "sm" }, classNames: { root: styles.group } },
    Table: { classNames: { table: styles.table } },
    Progress: { classNames: { root: styles.progress } },
    Badge: {
      defaultProps: { variant: "light" },
      classNames: { root: styles.badge, label: styles.badgeLabel },
    },
    Alert: {
      defaultProps: { variant: "light", p: "sm" },
      classNames: { root: styles.alert, body: styles.alertBody, message: styles.alertMessage },
    },
  },
};
