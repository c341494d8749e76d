export { default, meta } from "~/features/public/terms-of-service-route";
