/* Sends x and y, runs the kernel, and compares the result. */
#include <stdio.h>
#include <stdlib.h>

#include "mnc2.h"

#define COUNT 64
#define BYTES (COUNT * sizeof(double))

/* Where the kernel has its data, and the tags that it waits for and carries. */
#define X_OFFSET 0
#define Y_OFFSET 512
#define RESULT_OFFSET 32768
#define START_TAG 0x10
#define RESULT_TAG 0x03

static int compute(mnc2_device_t device, mnc2_kernel_t kernel, double *x, double *y, double *result)
{
    if (mnc2_send(device, x, X_OFFSET, BYTES, 0) != MNC2_SUCCESS)
        return 1;
    /* The last transfer has the tag that the kernel waits for. */
    if (mnc2_send(device, y, Y_OFFSET, BYTES, START_TAG) != MNC2_SUCCESS)
        return 1;
    if (mnc2_exec_kernel(kernel) != MNC2_SUCCESS)
        return 1;
    return mnc2_recv(device, result, RESULT_OFFSET, BYTES, RESULT_TAG) != MNC2_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "axpy.idma.dat";
    mnc2_device_t device = mnc2_open(0);
    mnc2_kernel_t kernel = mnc2_load_kernel(device, path);
    double *x = mnc2_alloc_host_buffer(device, BYTES);
    double *y = mnc2_alloc_host_buffer(device, BYTES);
    double *result = mnc2_alloc_host_buffer(device, BYTES);
    int wrong = device == NULL || kernel == NULL || x == NULL || y == NULL || result == NULL;
    if (!wrong) {
        for (int i = 0; i < COUNT; i++) {
            x[i] = i;
            y[i] = 0.25 * i;
        }
        wrong = compute(device, kernel, x, y, result);
        for (int i = 0; !wrong && i < COUNT; i++) {
            if (result[i] != 2 * x[i] + y[i]) {
                printf("%d: %g, expected %g\n", i, result[i], 2 * x[i] + y[i]);
                wrong = 1;
            }
        }
    }
    puts(wrong ? "failed" : "passed");
    mnc2_free_host_buffer(device, x, BYTES);
    mnc2_free_host_buffer(device, y, BYTES);
    mnc2_free_host_buffer(device, result, BYTES);
    mnc2_free_kernel(kernel);
    mnc2_close(device);
    return wrong;
}
