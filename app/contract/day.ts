import { z } from "zod";

/** A day as people enter it or a cursor names it, `2026-12-23`. PostgreSQL knows no year 0. */
export const day = z.iso.date().refine((written) => written >= "1900", "Enter a year from 1900 to 9999");
