/*
 * Styles of mails. Mail programs lack custom properties, and some lack style sheets, so every style is
 * inline, with the palette of the site's theme. One style sheet adds the dark theme.
 */
const light = {
  paper: "#faf6f1",
  surface: "#ffffff",
  line: "#e4dad0",
  ink: "#1c1512",
  muted: "#665952",
  accent: "#84371f",
  wash: "#f3e4dc",
};
const dark: typeof light = {
  paper: "#14100e",
  surface: "#1e1815",
  line: "#3a302a",
  ink: "#f3ece6",
  muted: "#b4a59b",
  accent: "#d98a70",
  wash: "#33221b",
};

/** Exported for the test that compares them with the theme. */
export const palettes = { light, dark };

const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif";
const SANS = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "ui-monospace,Menlo,Consolas,monospace";

const LABEL = "font-size:14px;letter-spacing:0.04em";
const ROW = `border-top:1px solid ${light.line};vertical-align:top`;

/** Inline styles; the name is also the class in the dark style sheet. */
export const elementStyles = {
  paper: `margin:0;padding:0;background:${light.paper};color:${light.ink};font:16px/1.5 ${SANS}`,
  sheet: "padding:32px 12px 48px",
  column: "max-width:560px;text-align:left",
  mark: `width:20px;padding:6px;background:${light.accent};border-radius:3px`,
  disc: `width:8px;height:8px;border:6px solid ${light.paper};border-radius:50%`,
  brand: `padding:0 0 0 12px;color:${light.accent};font:28px/1.15 ${SERIF}`,
  card: `padding:16px 20px 24px;background:${light.surface};border:1px solid ${light.line};border-radius:6px`,
  paragraph: "margin:16px 0",
  heading: `margin:40px 0 8px;font:22px/1.15 ${SERIF};font-weight:400`,
  keys: `margin:24px 0;padding:12px 16px 16px;background:${light.wash};border-radius:6px`,
  key: "display:inline-block;margin:4px 40px 4px 0;vertical-align:top",
  keyName: `display:block;color:${light.muted};${LABEL}`,
  keyValue: `display:block;font:22px/1.3 ${SERIF};overflow-wrap:anywhere`,
  facts: `width:100%;margin:16px 0;border-collapse:collapse;border-bottom:1px solid ${light.line}`,
  name: `width:30%;padding:10px 16px 8px 0;color:${light.muted};${LABEL};${ROW}`,
  value: `padding:8px 0;overflow-wrap:anywhere;word-break:break-word;${ROW}`,
  file: `padding:10px 0 0;margin:0;${ROW};font-weight:600;overflow-wrap:anywhere;word-break:break-word`,
  hash: `margin:0 0 10px;color:${light.muted};font:14px/1.5 ${MONO};word-break:break-all`,
  steps: "margin:16px 0;padding:0 0 0 24px",
  step: "margin:0 0 8px;padding:0 0 0 4px",
  quote: `margin:16px 0;padding:4px 0 4px 16px;border-left:3px solid ${light.accent};white-space:pre-line`,
  action: "margin:24px 0 0",
  button: `display:inline-block;padding:12px 24px;background:${light.accent};border-radius:6px;color:${light.surface};font-weight:600;text-decoration:none`,
  ending: `margin:24px 20px 0;color:${light.muted};font-size:14px`,
  address: `margin:12px 0 24px;font-size:14px;overflow-wrap:anywhere;word-break:break-all`,
};
export type ElementName = keyof typeof elementStyles;

const selectors = (names: ElementName[]) => names.map((name) => `.${name}`).join(",");

export const styleSheet = `.address a{color:${light.accent}}
@media (prefers-color-scheme: dark){
.paper{background:${dark.paper}!important;color:${dark.ink}!important}
.card{background:${dark.surface}!important;border-color:${dark.line}!important}
${selectors(["facts", "name", "value", "file"])}{border-color:${dark.line}!important}
${selectors(["name", "keyName", "hash", "ending"])}{color:${dark.muted}!important}
.keys{background:${dark.wash}!important}
.brand,.address a{color:${dark.accent}!important}
.quote{border-color:${dark.accent}!important}
${selectors(["mark", "button"])}{background:${dark.accent}!important;color:${dark.paper}!important}
.disc{border-color:${dark.paper}!important}
}`;
