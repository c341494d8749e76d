export { loader } from "~/features/staff/figures/figures-csv-route.server";
