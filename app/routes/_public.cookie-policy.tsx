export { default, meta } from "~/features/public/cookie-policy-route";
