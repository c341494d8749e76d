export { default, meta } from "~/features/public/privacy-policy-route";
