/* A host program whose kernel is debugged: sends words, runs a kernel as often as asked, and prints the first word of the result. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <mnc2.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    uint64_t words[64], results[64];
    for (int i = 0; i < 64; i++)
        words[i] = 0x0102030405060708u + (uint64_t)i;
    mnc2_device_t dev = mnc2_open(0);
    mnc2_kernel_t kernel = mnc2_load_kernel(dev, argv[1]);
    if (mnc2_send(dev, words, 0, sizeof words, 1) != MNC2_SUCCESS)
        return 3;
    for (int i = 0; i < atoi(argv[2]); i++) {
        if (mnc2_exec_kernel(kernel) != MNC2_SUCCESS)
            return 4;
        if (mnc2_recv(dev, results, 0x8000, sizeof results, 3) != MNC2_SUCCESS)
            return 5;
        printf("%016" PRIx64 " %016" PRIx64 "\n", results[0], results[63]);
    }
    mnc2_free_kernel(kernel);
    mnc2_close(dev);
    return 0;
}
