export { default, meta } from "~/features/public/data-protection-route";
